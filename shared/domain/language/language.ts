export interface Language {
  id: number;
  /** English name, unique: what the API calls `language`. */
  name: string;
  /** ISO 639-1, two letters; variants of one language share it. */
  iso2: string;
  /** BCP-47, as the carrier's speech providers know it. */
  locale: string;
}
