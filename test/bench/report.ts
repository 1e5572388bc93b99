export interface BenchReport {
  table: string;
  /** What «In short» says of it. */
  headline?: string | undefined;
  /** SVG, by the name of the file. */
  charts?: Record<string, string> | undefined;
}
