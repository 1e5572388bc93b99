import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { ConversationEvent } from '#shared/domain/conversation/conversation.ts';
import { speechSeconds } from '#shared/domain/conversation/speech-seconds.ts';

/** What the speech model's own idle timeout can be set to, in seconds. */
const IDLE_TIMEOUT = { least: 5, most: 30 };
/** An estimate of how long words took may be off by so much. */
const TOLERANCE_SECONDS = 2;

/**
 * Whether the speech model breaks a silence of the customer by itself, which it does most exactly, because it knows when its
 * own voice stopped. It can do so only where silence ends turns, and only within its limits; else the service asks it to.
 */
export function breaksSilenceItself({
  endpointType,
  reengagementInterval,
}: Pick<Assistant, 'endpointType' | 'reengagementInterval'>): boolean {
  return (
    endpointType === 'vad' && reengagementInterval >= IDLE_TIMEOUT.least && reengagementInterval <= IDLE_TIMEOUT.most
  );
}

/**
 * Since when the customer is silent, in epoch milliseconds. Whatever is said begins a silence anew, except for the words by
 * which the assistant breaks one: they begin as late as that, and the silence goes on behind them. Read from the log alone,
 * so that words which come in twice or late change nothing.
 * @param intervalMs how long a silence lasts before the assistant breaks it, on the wall
 * @param msPerCallSecond how long a second of the call takes on the wall
 */
export function silentSince(
  openedAt: number,
  events: readonly ConversationEvent[],
  { intervalMs, msPerCallSecond }: { intervalMs: number; msPerCallSecond: number },
): number {
  let since = openedAt;
  for (const event of events.toSorted((one, other) => one.at - other.at)) {
    if (event.at <= since || event.kind === 'interrupted' || event.kind === 'played') continue;
    const beganAt = event.at - speechSeconds(event.text) * msPerCallSecond;
    const broke =
      event.kind === 'assistant_said' && beganAt - since >= intervalMs - TOLERANCE_SECONDS * msPerCallSecond;
    if (!broke) since = event.at;
  }
  return since;
}
