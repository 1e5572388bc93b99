import type { AnswerCustomerDeps } from '#shared/conversations/answer-customer.ts';
import type { ConversationState } from '#shared/conversations/conversation-items.ts';
import type { ConversationDeps } from '#shared/conversations/conversation.ts';
import type { CustomerEvent } from '#shared/conversations/customer-events.ts';
import { reopen } from '#shared/conversations/customer-reactions.ts';
import { answerHeldWords } from '#shared/conversations/held-words.ts';
import { heldTexts } from '#shared/conversations/over-speech.ts';
import { silenceAfterPlayback, startSilenceTimer } from '#shared/conversations/silence.ts';
import { retryUntilOpen } from '#shared/conversations/speech-sender.ts';
import { endOf } from '#shared/conversations/voice-session.ts';

/** Playback that stops sooner after the last words were sent was that of earlier speech. Call seconds. */
const LAST_WORDS_SECONDS = 0.25;

/** Should the customer hang up, nothing else tells that the chunk was played. */
export async function recordPiece(
  { connectionId, text, at }: CustomerEvent & { text: string },
  { conversations }: Pick<ConversationDeps, 'conversations'>,
): Promise<void> {
  await conversations.appendEvent(connectionId, { kind: 'played', at, text });
}

export async function recordPlayback(
  { connectionId, voice, at }: CustomerEvent & { voice: 'began' | 'stopped' },
  deps: AnswerCustomerDeps,
): Promise<void> {
  const { conversations } = deps;
  const known = await conversations.getState(connectionId);
  if (voice === 'began' && isKnown(known)) return;
  const silence = voice === 'stopped' && known?.endingAt === null ? silenceAfterPlayback(known, at) : undefined;
  if (silence) return startSilenceTimer(silence, deps);
  const changed = await retryUntilOpen(connectionId, () => conversations.recordPlayback(connectionId, voice, at), deps);
  if (voice === 'stopped') await followPlayback({ connectionId, at }, changed, deps);
}

async function followPlayback(
  { connectionId, at }: CustomerEvent,
  changed: ConversationState | undefined,
  deps: AnswerCustomerDeps,
): Promise<void> {
  const { conversations, socket } = deps;
  const known = changed ?? (await conversations.getState(connectionId));
  // That of a reprompt, or of speech before the customer's words. Words over it would be held for ever.
  const isStale = !changed && known !== undefined && known.wordsToInterrupt > 0 && known.speakingSince !== null;
  const state = isStale ? ((await conversations.recordQuiet(connectionId, at)) ?? known) : known;
  const endingAt = state?.endingAt ?? null;
  if (endingAt === null) {
    if (state && state.heldAt !== null && state.speakingSince === null && (await answerHeldWords(state, at, deps)))
      return;
    if (changed) await startSilenceTimer(changed, deps);
  } else if (state && (await areLastWordsOver(state, at, deps))) {
    if (!state.mayReopen || (await isGoodbyeOver({ connectionId, endingAt, at }, deps)))
      await socket.send(connectionId, endOf(state));
  }
}

/** Last words are stored right after they are sent. On the clock on the wall. */
const STORED_MS = 500;
const STEP_MS = 50;

/** Earlier speech may end while the last words are on their way. */
async function areLastWordsOver(
  { connectionId, generation, endingAt }: ConversationState,
  at: number,
  { conversations, clock, pause }: AnswerCustomerDeps,
): Promise<boolean> {
  const isOver = (sentAt: number) => at >= sentAt + clock.callMs(LAST_WORDS_SECONDS);
  const since = endingAt ?? at;
  for (let waited = 0; waited <= STORED_MS && isOver(since); waited += STEP_MS) {
    if (waited > 0) await pause(STEP_MS);
    const events = (await conversations.read(connectionId))?.events ?? [];
    const last = events.flatMap((event) => {
      const isWords = event.kind === 'assistant_said' && event.generation === generation;
      const sentAt = isWords ? (event.sentAt ?? event.at) : 0;
      return isWords && (sentAt >= since || event.tool !== undefined) ? [sentAt] : [];
    });
    if (last.length > 0) return isOver(Math.max(...last));
  }
  return isOver(since);
}

/** Call seconds. Words that end with the goodbye, or have cut it, are told within them. */
const LAST_CHANCE_SECONDS = 0.3;

/** Not if the customer speaks, or has spoken over it: words keep the call open, and the end of a sound ends it. */
async function isGoodbyeOver(
  { connectionId, endingAt, at }: CustomerEvent & { endingAt: number },
  deps: AnswerCustomerDeps,
): Promise<boolean> {
  const { conversations, clock } = deps;
  await deps.pause(clock.callMs(LAST_CHANCE_SECONDS));
  const state = await conversations.getState(connectionId);
  if (!state || state.endingAt !== endingAt) return false;
  if (state.heldAt === null) return state.customerSpeaksSince === null;
  const conversation = await conversations.read(connectionId);
  const words = { text: conversation ? heldTexts(conversation).join(' ') : '', at: state.heldAt };
  if (!conversation || !(await reopen(conversation, words, deps))) return true;
  await answerHeldWords(state, at, deps);
  return false;
}

/** Most starts of playback need no write: the prompt has ended the silence, and `speakingSince` is not used. */
function isKnown(state: ConversationState | undefined): boolean {
  return state !== undefined && state.silentSince === null && state.wordsToInterrupt === 0;
}
