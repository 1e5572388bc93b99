import type { ConversationDeps } from '#shared/app/conversation-deps.ts';
import { countWords } from '#shared/domain/conversation/words-to-interrupt.ts';

/**
 * The carrier has understood a part of what the customer says. Over an assistant that speaks, enough words take the word from it:
 * it says nothing more, and what is being played is cut short. The whole words come later, and are answered then.
 */
export async function giveWay(
  { connectionId, text, at }: { connectionId: string; text: string; at: number },
  { conversations, socket }: Pick<ConversationDeps, 'conversations' | 'socket'>,
): Promise<void> {
  const words = countWords(text);
  // Where one word were enough, the carrier would interrupt by itself.
  if (words < 2) return;
  const state = await conversations.state(connectionId);
  if (!state || state.wordsToInterrupt === 0 || words < state.wordsToInterrupt) return;
  const given = await conversations.giveWay(connectionId, at);
  if (!given) return;
  // There is no message that stops the voice: the next words do. What may be open is closed, and a breath is next.
  if ((await socket.send(connectionId, { type: 'text', token: '', last: true, preemptible: true })) === 'gone') return;
  // The whole words may have come meanwhile, or the end of the call: what is said then is not cut short.
  const now = await conversations.state(connectionId);
  if (now?.generation !== given.generation || now.endingAt !== null) return;
  await socket.send(connectionId, { type: 'text', token: ' ', last: true, preemptible: true });
}
