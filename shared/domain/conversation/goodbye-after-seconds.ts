/** What a goodbye takes. */
const GOODBYE_SECONDS = 12;
/** In a shorter call the goodbye would come in the first sentences: the carrier's limit ends it. */
const SHORTEST_CALL_WITH_GOODBYE = 30;

/**
 * When the goodbye of a call comes that takes as long as it may; undefined where it would come too soon.
 * @param latenessSeconds the seconds by which the timer may be late
 */
export function goodbyeAfterSeconds(allowedSeconds: number, latenessSeconds: number): number | undefined {
  const seconds = allowedSeconds - GOODBYE_SECONDS - latenessSeconds;
  return allowedSeconds <= SHORTEST_CALL_WITH_GOODBYE || seconds <= 0 ? undefined : seconds;
}
