import type { ConversationEvent, ConversationState } from '#shared/conversations/conversation.ts';
import { quietAfterSpeech } from '#shared/conversations/speech-text.ts';
import type { Clock } from '#shared/platform/clock.ts';

/*
 * Which events of playback and of the customer's voice are written. Most tell what a later event tells anyway: a prompt that follows
 * without an interruption proves that the answer was played. Where newer text cuts marked text, nothing else tells, so all are written.
 */

/** The state with the newest events of the log, newest first. */
export interface RecentLog {
  state: ConversationState;
  events: ConversationEvent[];
}

/** The answer of this generation, if it is stored and nothing has happened since. */
function answerOf({ state, events }: RecentLog) {
  const latest = events.find(({ kind }) => kind !== 'played');
  const isAnswer = latest?.kind === 'assistant_said' && latest.filler !== true;
  return isAnswer && latest.generation === state.generation ? latest : undefined;
}

/** The longest words without a pause, in call seconds. The prompt that follows them ends the silence. */
const SPEECH_SECONDS = 20;

/**
 * Whether the beginning of the customer's speech is written: while a turn runs, while the assistant may be speaking, or if the assistant
 * would otherwise ask whether the customer is there before their words are over.
 */
export function isSpeechStartWritten({ state, events }: RecentLog, at: number, clock: Clock): boolean {
  const answer = answerOf({ state, events });
  if (state.wordsToInterrupt > 0 || state.endingAt !== null || state.cutAt !== null || !answer) return true;
  const quietAt = quietAfterSpeech(answer, (seconds) => clock.callMs(seconds));
  const asksAt = quietAt + clock.callMs(state.silenceSeconds);
  return at < quietAt || at + clock.callMs(SPEECH_SECONDS) >= asksAt;
}

/**
 * The silence that begins with the end of playback, if it needs no write: undefined if the state must hold it, or no silence begins. The
 * timer names it, and looks at the log when it runs out.
 */
export function silenceAfterPlayback(state: ConversationState, at: number): ConversationState | undefined {
  const isReprompt = state.generation > 0 && state.nudgedGeneration === state.generation;
  if (state.wordsToInterrupt > 0 || state.silentSince !== null || isReprompt) return undefined;
  return { ...state, silentSince: at };
}

/** The voice begins at least this many call seconds after the text: a playback that ends sooner was that of earlier text. */
const LEAST_ONSET_SECONDS = 0.25;
/** A turn takes 20 s at most, and its last writes some milliseconds more. On the clock on the wall. */
const LONGEST_TURN_MS = 22_000;

/**
 * Whether nothing has been said since the end of a playback that the state does not hold. `later`: the turn may still run; look again
 * after it. The run of a turn that has stored nothing by then was killed.
 */
export function isSilentSince({ state, events }: RecentLog, since: number, clock: Clock): boolean | 'later' {
  const said = events.filter(({ kind }) => kind === 'customer_said' || kind === 'assistant_said');
  const lastSent = Math.max(0, ...said.map((event) => ('sentAt' in event ? (event.sentAt ?? event.at) : event.at)));
  if (lastSent > 0 && since < lastSent + clock.callMs(LEAST_ONSET_SECONDS)) return false;
  const isOver = said.some((event) => event.kind === 'assistant_said' && event.generation === state.generation);
  const prompts = said.flatMap(({ kind, at }) => (kind === 'customer_said' ? [at] : []));
  if (isOver || prompts.length === 0) return true;
  return clock.now() - Math.max(...prompts) >= LONGEST_TURN_MS ? true : 'later';
}
