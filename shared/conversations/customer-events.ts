import { countWords, type ConversationDeps, type ConversationState } from '#shared/conversations/conversation.ts';
import { startSilenceTimer } from '#shared/conversations/silence.ts';
import { retryUntilOpen } from '#shared/conversations/speaker.ts';

/** What the customer does, apart from a full prompt. `at` is the epoch millisecond at which the frame arrived. */
interface CustomerEvent {
  connectionId: string;
  at: number;
}

/**
 * Handles a partial prompt while the assistant speaks. If it has enough words, the assistant stops and the current playback is
 * preempted. The full prompt follows and is answered then.
 */
export async function handleBargeIn(
  { connectionId, text, at }: CustomerEvent & { text: string },
  { conversations, socket }: Pick<ConversationDeps, 'conversations' | 'socket'>,
): Promise<void> {
  const words = countWords(text);
  // With a minimum of one word, the carrier interrupts by itself.
  if (words < 2) return;
  const state = await conversations.getState(connectionId);
  if (!state || state.wordsToInterrupt === 0 || words < state.wordsToInterrupt) return;
  const yielded = await conversations.yieldFloor(connectionId, at);
  if (!yielded) return;
  // ConversationRelay has no stop message: the next text preempts playback. Close the open utterance, then send a blank preempt frame.
  if ((await socket.send(connectionId, { type: 'text', token: '', last: true, preemptible: true })) === 'gone') return;
  // If the full prompt has arrived or the call is ending, the frame would preempt newer speech.
  const current = await conversations.getState(connectionId);
  if (current?.generation !== yielded.generation || current.endingAt !== null) return;
  await socket.send(connectionId, { type: 'text', token: ' ', last: true, preemptible: true });
}

/**
 * Records that the customer interrupted the assistant, and starts the silence timer, because a cough interrupts without a prompt.
 * If the last words were interrupted, closes the call: they are not repeated.
 */
export async function recordInterruption(
  { connectionId, heard, at }: CustomerEvent & { heard: string },
  deps: Pick<ConversationDeps, 'conversations' | 'socket' | 'timer' | 'pause'>,
): Promise<void> {
  const record = () => deps.conversations.recordInterruption(connectionId, heard, at);
  const state = await retryUntilOpen(connectionId, record, deps);
  if (!state) return;
  if (state.endingAt === null) await startSilenceTimer(state, deps);
  else await deps.socket.send(connectionId, { type: 'end' });
}

/** A DTMF digit is ignored, but it proves that the customer is present: restarts the silence timer. */
export async function recordDtmf(
  { connectionId, at }: CustomerEvent,
  deps: Pick<ConversationDeps, 'conversations' | 'timer'>,
): Promise<void> {
  const state = await deps.conversations.restartSilence(connectionId, at);
  if (state) await startSilenceTimer(state, deps);
}

/** Playback that stops sooner than this after the last words were sent was that of earlier speech. Call seconds. */
const LAST_WORDS_SECONDS = 0.25;

/** Records that playback of the assistant's speech started or stopped. Closes the call after the last words. */
export async function recordPlayback(
  { connectionId, voice, at }: CustomerEvent & { voice: 'began' | 'stopped' },
  deps: Pick<ConversationDeps, 'conversations' | 'socket' | 'timer' | 'clock' | 'pause'>,
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

/** The prompt has already ended the silence, and `speakingSince` is not used: most starts of playback need no write. */
function isKnown(state: ConversationState | undefined): boolean {
  return state !== undefined && state.silentSince === null && state.wordsToInterrupt === 0;
}
