/** How fast the carrier's voices speak, about. */
const CHARACTERS_PER_SECOND = 14;

/** How long a text takes to be spoken, by estimate. */
export function speechSeconds(text: string): number {
  return text.length / CHARACTERS_PER_SECOND;
}
