import { runTurn, type AnswerCustomerDeps } from '#shared/conversations/answer-customer.ts';
import { withoutMachines } from '#shared/conversations/answerer.ts';
import type { ConversationState } from '#shared/conversations/conversation-items.ts';
import { heldTexts, needAnswer } from '#shared/conversations/over-speech.ts';

/** Answers what was said and pressed over the speech that has ended. False if nothing of it needs an answer. */
export async function answerHeldWords(
  { connectionId, heldAt }: Pick<ConversationState, 'connectionId' | 'heldAt'>,
  at: number,
  deps: AnswerCustomerDeps,
): Promise<boolean> {
  const { conversations } = deps;
  if (heldAt === null) return false;
  const known = await conversations.read(connectionId);
  // The run that stops the later words answers them, too.
  if (!known || known.state.heldAt !== heldAt) return true;
  if (!needAnswer(known, deps.clock)) {
    await conversations.dropHeld(connectionId, heldAt);
    return false;
  }
  const conversation = await conversations.answerHeld(connectionId, heldAt, at);
  const text = heldTexts(known).join(' ');
  const heard = conversation && (await withoutMachines(conversation, { text, at: heldAt }, deps));
  if (heard) await runTurn(heard, { text, at, since: at }, deps);
  return true;
}
