import type { ConversationDeps } from '#shared/app/conversation-deps.ts';
import type { Speaker, Word } from '#shared/app/create-speaker.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import { speechSeconds } from '#shared/domain/conversation/speech-seconds.ts';

/** Until the carrier's voice begins, and for what of the turn is still to be played. */
const MARGIN_SECONDS = 5;

/**
 * Ends the call on the assistant's decision, once, and only if nobody has spoken since that generation or the time of the call
 * is up: the last words are said, it is noted who ended the call, and the line is closed when they have been heard: as soon as
 * the carrier says so, or after the time that they take by estimate.
 */
export async function sayGoodbye(
  { connectionId, generation, call, isTimeUp = false }: Word & { call: CallKey; isTimeUp?: boolean },
  lastWords: string,
  speaker: Speaker,
  deps: ConversationDeps,
): Promise<void> {
  const seconds = speechSeconds(speaker.said() + lastWords) + MARGIN_SECONDS;
  const hangUp = { connectionId, generation, timer: 'hang_up', silentSeconds: 0 } as const;
  // Not after the words: should this run break off, the line must be closed all the same.
  const [isFirst] = await Promise.all([
    deps.conversations.beginEnding(connectionId, deps.clock.now(), isTimeUp ? undefined : generation),
    deps.timer.afterCallSeconds(seconds, 'continue-conversation', hangUp),
  ]);
  if (!isFirst) return;
  speaker.beginLastWords();
  // A line that is closed by now was closed by the customer.
  if (await speaker.say(lastWords, true)) await deps.calls.noteEndedBy(call, 'assistant');
}
