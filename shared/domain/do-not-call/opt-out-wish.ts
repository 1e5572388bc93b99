/** The words that carriers and recipients agree on. */
const stops = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE']);
const starts = new Set(['START', 'UNSTOP', 'YES']);

/** What somebody wants who has texted this, in capitals or not, with a full stop or not; undefined for any other text. */
export function optOutWish(text: string): 'stop' | 'start' | undefined {
  const word = text
    .replaceAll(/[^\p{L}\s]/gu, '')
    .trim()
    .toUpperCase();
  if (stops.has(word)) return 'stop';
  return starts.has(word) ? 'start' : undefined;
}
