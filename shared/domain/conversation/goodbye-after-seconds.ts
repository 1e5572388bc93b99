/** What a goodbye takes, and a second on the wall that a timer may be late by. */
const GOODBYE_SECONDS = 12;
/** In a shorter call the goodbye would come in the first sentences: the carrier's limit ends it. */
const SHORTEST_CALL_WITH_GOODBYE = 30;

/**
 * When the goodbye of a call comes that takes as long as it may; undefined where it would come too soon.
 * @param callTimeSpeed call seconds per second on the wall
 */
export function goodbyeAfterSeconds(allowedSeconds: number, callTimeSpeed: number): number | undefined {
  const seconds = allowedSeconds - GOODBYE_SECONDS - callTimeSpeed;
  return allowedSeconds <= SHORTEST_CALL_WITH_GOODBYE || seconds <= 0 ? undefined : seconds;
}
