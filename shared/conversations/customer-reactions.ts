import type { Conversation, ConversationDeps } from '#shared/conversations/conversation.ts';
import { isAcknowledgement } from '#shared/conversations/listening.ts';
import { isFarewell, isQuestion } from '#shared/conversations/over-speech.ts';
import { cutTextOf } from '#shared/conversations/transcript.ts';
import { endOf } from '#shared/conversations/voice-session.ts';
import type { Clock } from '#shared/platform/clock.ts';

/** Words over the goodbye keep the call open, unless they say goodbye, too. Returns whether they are to be answered. */
export async function reopen(
  { state, script }: Conversation,
  { text, at }: { text: string; at: number },
  { conversations, calls, socket }: Pick<ConversationDeps, 'conversations' | 'calls' | 'socket'>,
): Promise<boolean> {
  const { connectionId, endingAt, mayReopen, generation } = state;
  // What was said before belongs to the turn that ends the call.
  if (endingAt === null || !mayReopen || at <= endingAt) return false;
  if (isFarewell(text, script.languageId)) {
    await socket.send(connectionId, endOf(state));
    return false;
  }
  if (!(await conversations.reopen(connectionId, endingAt, generation))) return false;
  await calls.forgetEnd(state.call);
  return true;
}

/** The sentences that an acknowledgement has cut, to be said again. Empty if the words are an answer, or cut nothing. */
export function textToGoOn(
  conversation: Conversation,
  { text, at }: { text: string; at: number },
  clock: Clock,
): string {
  const { script, events } = conversation;
  if (!isAcknowledgement(text, script.languageId, false)) return '';
  const before = { ...conversation, events: events.filter((event) => event.at < at) };
  const rest = cutTextOf(before, { msPerCallSecond: clock.callMs(1) });
  return isQuestion(rest) ? '' : rest;
}
