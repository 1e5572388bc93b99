import { countWords, type ConversationDeps, type ConversationState } from '#shared/conversations/conversation.ts';
import { startSilenceTimer } from '#shared/conversations/silence.ts';
import { retryUntilOpen, type RetryUntilOpenDeps } from '#shared/conversations/speaker.ts';

/**
 * The carrier has understood a part of what the customer says. Over an assistant that speaks, enough words take the word from it:
 * it says nothing more, and what is being played is cut short. The whole words come later, and are answered then.
 */
export async function handleBargeIn(
  { connectionId, text, at }: { connectionId: string; text: string; at: number },
  { conversations, socket }: Pick<ConversationDeps, 'conversations' | 'socket'>,
): Promise<void> {
  const words = countWords(text);
  // Where one word were enough, the carrier would interrupt by itself.
  if (words < 2) return;
  const state = await conversations.getState(connectionId);
  if (!state || state.wordsToInterrupt === 0 || words < state.wordsToInterrupt) return;
  const given = await conversations.yieldFloor(connectionId, at);
  if (!given) return;
  // There is no message that stops the voice: the next words do. What may be open is closed, and a breath is next.
  if ((await socket.send(connectionId, { type: 'text', token: '', last: true, preemptible: true })) === 'gone') return;
  // The whole words may have come meanwhile, or the end of the call: what is said then is not cut short.
  const now = await conversations.getState(connectionId);
  if (now?.generation !== given.generation || now.endingAt !== null) return;
  await socket.send(connectionId, { type: 'text', token: ' ', last: true, preemptible: true });
}

/**
 * The customer cut the assistant short. Last words are not said again: the line is closed. Otherwise the customer is listened to,
 * and if no word comes (a cough interrupts too), the silence counts from here.
 */
export async function recordInterruption(
  { connectionId, heard, at }: { connectionId: string; heard: string; at: number },
  deps: ConversationDeps & RetryUntilOpenDeps,
): Promise<void> {
  const state = await retryUntilOpen(
    connectionId,
    () => deps.conversations.recordInterruption(connectionId, heard, at),
    deps,
  );
  if (!state) return;
  if (state.endingAt === null) await startSilenceTimer(state, deps);
  else await deps.socket.send(connectionId, { type: 'end' });
}

/** The customer pressed a key. Nothing is made of the digit, but whoever presses keys is there: a silence begins anew. */
export async function recordDtmf(
  { connectionId, at }: { connectionId: string; at: number },
  deps: Pick<ConversationDeps, 'conversations' | 'timer'>,
): Promise<void> {
  const state = await deps.conversations.restartSilence(connectionId, at);
  if (state) await startSilenceTimer(state, deps);
}

export type RecordPlaybackDeps = ConversationDeps & RetryUntilOpenDeps;

/** A voice that stops sooner after the last words were sent was still speaking the words before them. */
const LAST_WORDS_SECONDS = 0.25;

/** The carrier's voice, speaking for the assistant, began or stopped. When the last words are spoken, the line is closed. */
export async function recordPlayback(
  { connectionId, voice, at }: { connectionId: string; voice: 'began' | 'stopped'; at: number },
  deps: RecordPlaybackDeps,
): Promise<void> {
  const { conversations, socket, clock } = deps;
  if (voice === 'began' && isKnown(await conversations.getState(connectionId))) return;
  const changed = await retryUntilOpen(connectionId, () => conversations.recordPlayback(connectionId, voice, at), deps);
  if (voice === 'began') return;
  const state = changed ?? (await conversations.getState(connectionId));
  const endingAt = state?.endingAt ?? null;
  if (endingAt === null) {
    if (changed) await startSilenceTimer(changed, deps);
  } else if (at >= endingAt + clock.callMs(LAST_WORDS_SECONDS)) {
    await socket.send(connectionId, { type: 'end' });
  }
}

/** The words of the customer have ended the silence already, and nobody asks whether the voice is heard: most voices need no write. */
function isKnown(state: ConversationState | undefined): boolean {
  return state !== undefined && state.silentSince === null && state.wordsToInterrupt === 0;
}
