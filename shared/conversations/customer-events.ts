import { answerCustomer, runTurn, sayGoodbye, type AnswerCustomerDeps } from '#shared/conversations/answer-customer.ts';
import { countWords, type ConversationDeps } from '#shared/conversations/conversation.ts';
import { isPreemptible } from '#shared/conversations/interruption.ts';
import { askAgain, isSpeechStartWritten, startSilenceTimer } from '#shared/conversations/silence.ts';
import { createSpeechSender, retryUntilOpen } from '#shared/conversations/speech-sender.ts';
import { cutTextOf, hasCalledTool, isCutStored, unansweredPrompt } from '#shared/conversations/transcript.ts';
import { END_OF_UTTERANCE } from '#shared/conversations/voice-session.ts';
import { endOf } from '#shared/conversations/voice-session.ts';
import type { ConversationState } from './conversation-items.ts';

export interface CustomerEvent {
  connectionId: string;
  at: number;
}

/** Four words take more than a second. Each write costs as much as a frame. */
const WORDS_BETWEEN_WRITES = 4;

/** The assistant stops at a partial prompt with enough words. The full prompt follows and is answered then. */
export async function handleBargeIn(
  { connectionId, text, at }: CustomerEvent & { text: string },
  { conversations, socket }: Pick<ConversationDeps, 'conversations' | 'socket'>,
): Promise<void> {
  const words = countWords(text);
  if (words % WORDS_BETWEEN_WRITES === 0) await conversations.recordBegun(connectionId, text, at);
  // With a minimum of one word, the carrier interrupts by itself.
  if (words < 2) return;
  const state = await conversations.getState(connectionId);
  if (!state || state.wordsToInterrupt === 0 || words < state.wordsToInterrupt) return;
  const yielded = await conversations.yieldFloor(connectionId, at);
  if (!yielded) return;
  if ((await socket.send(connectionId, END_OF_UTTERANCE)) === 'gone') return;
  // If the full prompt has arrived or the call is ending, the frame would preempt newer speech.
  const current = await conversations.getState(connectionId);
  if (current?.generation !== yielded.generation || current.endingAt !== null) return;
  await socket.send(connectionId, { kind: 'stop' });
}

/** Starts the silence timer, because a cough interrupts without a prompt. Last words are not repeated. */
export async function recordInterruption(
  { connectionId, heard, at }: CustomerEvent & { heard: string },
  deps: AnswerCustomerDeps,
): Promise<void> {
  const record = () => deps.conversations.recordInterruption(connectionId, heard, at);
  const state = await retryUntilOpen(connectionId, record, deps);
  if (!state) return;
  if (state.endingAt !== null) {
    // Its words may keep the call open: the end of the sound tells whether there are any.
    if (!state.mayReopen) await deps.socket.send(connectionId, endOf(state));
    return;
  }
  await startSilenceTimer(state, deps);
  await goOnAfterNoise(state, { at, waitSeconds: NOISE_SECONDS }, deps);
}

export async function recordSpeechEnd({ connectionId, at }: CustomerEvent, deps: AnswerCustomerDeps): Promise<void> {
  const { conversations } = deps;
  const known = await conversations.getState(connectionId);
  if (!known || known.customerSpeaksSince === null) return;
  if (known.cutAt === null) return followSound(known, at, deps);
  const state = await conversations.recordSpeechEnd(connectionId, at);
  if (!state) return;
  if (state.endingAt === null) return goOnAfterNoise(state, { at, waitSeconds: SOUND_ENDED_SECONDS }, deps);
  await deps.pause(deps.clock.callMs(SOUND_ENDED_SECONDS));
  const current = await conversations.getState(connectionId);
  // A sound over the goodbye.
  if (current?.endingAt === state.endingAt && current.cutAt === at)
    await deps.socket.send(connectionId, endOf(current));
}

/** Call seconds. Speech that is not understood lasts longer than a cough, a door or a chair. */
const SHORTEST_SPEECH_SECONDS = 1;

/** A sound in silence, which ends no silence. What was long enough to be speech is asked for again, once in a row. */
async function followSound(
  { connectionId, generation, nudgedGeneration, customerSpeaksSince }: ConversationState,
  at: number,
  deps: AnswerCustomerDeps,
): Promise<void> {
  const { conversations, clock } = deps;
  await deps.pause(clock.callMs(SOUND_ENDED_SECONDS));
  const state = await conversations.recordWordless(connectionId, at);
  if (!state || state.endingAt !== null || state.generation !== generation || state.speakingSince !== null) return;
  const isSpeech = at - (customerSpeaksSince ?? at) >= clock.callMs(SHORTEST_SPEECH_SECONDS);
  const isAskedAgain = generation > 0 && nudgedGeneration === generation;
  if (isSpeech && !isAskedAgain) await askAgain(state, at, deps);
}

/** Call seconds until the assistant goes on, if the end of the sound is not told. A key's turn comes sooner. */
const NOISE_SECONDS = 1.5;
/** Call seconds from the end of the sound, with which words would come. A cough of 0.4 s is 1.8 s of silence then. */
const SOUND_ENDED_SECONDS = 1.1;
/** After three cuts without a word, the customer may want silence. */
const MOST_CUTS = 3;

/** Repeats what was cut, or answers again if that was a filler or an apology. Not once the customer speaks. */
async function goOnAfterNoise(
  { connectionId, generation, cutAt }: ConversationState,
  { at, waitSeconds }: { at: number; waitSeconds: number },
  deps: AnswerCustomerDeps,
) {
  const { conversations, clock, timer } = deps;
  if (cutAt !== at) return;
  await deps.pause(clock.callMs(waitSeconds));
  const cut = await readCut({ connectionId, generation, at }, deps);
  if (!cut) return;
  const { conversation, words, prompt, isOver } = cut;
  const { state } = conversation;
  const { silentSince, silenceSeconds: silentSeconds } = state;
  // Set before the floor is taken, as in `handleSilence`: this run may crash before a word is said.
  if (silentSince !== null) {
    const message = { connectionId, generation: generation + 1, timer: 'silence', silentSeconds, silentSince } as const;
    await timer.afterCallSeconds(silentSeconds, 'continue-conversation', message);
  }
  const taken = await conversations.takeFloor(connectionId, generation, 'go_on');
  if (!taken) return;
  const speechSender = createSpeechSender(taken, deps, {
    locale: conversation.script.locale,
    preemptible: isPreemptible(state),
  });
  if (isOver) {
    await sayGoodbye(taken, words, speechSender, deps);
    return speechSender.record();
  }
  if (prompt) {
    const events = conversation.events.filter((event) => event.at <= prompt.at);
    return runTurn({ ...conversation, events, state: taken }, { ...prompt, since: at }, deps);
  }
  await speechSender.say(words, true);
  await speechSender.record();
}

/** A model that stalls in its answer has failed by then, and what was said is stored. On the clock on the wall. */
const LONGEST_STALL_MS = 6_000;
const STEP_MS = 500;

async function readCut(
  { connectionId, generation, at }: Pick<ConversationState, 'connectionId' | 'generation'> & { at: number },
  { conversations, clock, pause }: AnswerCustomerDeps,
) {
  for (let waited = 0; waited <= LONGEST_STALL_MS; waited += STEP_MS) {
    if (waited > 0) await pause(STEP_MS);
    const conversation = await conversations.read(connectionId);
    const state = conversation?.state;
    if (!state || state.generation !== generation || state.cutAt !== at || state.endingAt !== null) return undefined;
    if (state.customerSpeaksSince !== null || state.pendingKeys.length > 0) return undefined;
    const { events } = conversation;
    const lastWords = events.findLastIndex(({ kind }) => kind === 'customer_said');
    const cuts = events.slice(lastWords + 1).filter(({ kind }) => kind === 'interrupted').length;
    if (cuts > MOST_CUTS) return undefined;
    const words = cutTextOf(conversation, { msPerCallSecond: clock.callMs(1) });
    const prompt = unansweredPrompt(conversation);
    const isOver = hasCalledTool(conversation);
    if (words !== '' || prompt || isOver) return { conversation, words, prompt, isOver };
    if (lastWords === -1 || isCutStored(conversation)) return undefined;
  }
  return undefined;
}

/** Call seconds between two keys of one turn. Keys of a dialled string come 0.38 s apart. */
const KEY_GAP_SECONDS = 1.2;
/** On the clock on the wall: on the local stack calls run faster than real time, and the machine does not. */
const LEAST_KEY_GAP_MS = 400;
/** Call seconds in which the interruption by the last key arrives, so that it does not stop the answer. */
const KEY_SETTLE_SECONDS = 0.3;

/** Keys that follow each other, up to a `#`, are one turn, `[pressed 12#]`. The run of the last one answers it. */
export async function receiveKey(
  { connectionId, digit, at }: CustomerEvent & { digit: string },
  deps: AnswerCustomerDeps,
): Promise<void> {
  const { conversations, clock } = deps;
  const known = await retryUntilOpen(connectionId, () => conversations.recordKey(connectionId, digit, at), deps);
  if (!known || known.endingAt !== null) return;
  const isEnd = digit === '#';
  const gapMs = Math.max(LEAST_KEY_GAP_MS, clock.callMs(KEY_GAP_SECONDS));
  const waitMs = Math.round(isEnd ? clock.callMs(KEY_SETTLE_SECONDS) : gapMs);
  await deps.pause(waitMs);
  const state = await conversations.getState(connectionId);
  if (!isEnd && state?.pendingKeys.some((key) => key.at > at)) return;
  const keys = keysInOrder(await conversations.takeKeys(connectionId, at));
  if (keys === '') return;
  await answerCustomer({ connectionId, text: `[pressed ${keys}]`, at, heardAt: at + waitMs }, deps);
}

/** Keys may come twice and in any order. After a delay, several come in one millisecond. */
function keysInOrder(keys: ConversationState['pendingKeys']): string {
  const ordered = keys.toSorted((one, other) => one.at - other.at);
  return [...new Map(ordered.map((key) => [`${key.at} ${key.digit}`, key.digit])).values()].join('');
}

export async function recordSpeechStart(
  { connectionId, at }: CustomerEvent,
  deps: Pick<ConversationDeps, 'conversations' | 'clock' | 'pause'>,
): Promise<void> {
  const { conversations, clock } = deps;
  const recent = await conversations.readRecent(connectionId);
  if (recent && !isSpeechStartWritten(recent, at, clock)) return;
  // A voicemail speaks before the conversation is open.
  await retryUntilOpen(connectionId, () => conversations.recordSpeechStart(connectionId, at), deps);
}
