import { phrasesFor } from '#shared/catalog/languages.ts';
import { sayGoodbye } from '#shared/conversations/answer-customer.ts';
import { silenceSecondsOf, type Conversation, type ConversationDeps } from '#shared/conversations/conversation.ts';
import { endQuietly, followAnswer } from '#shared/conversations/mailbox.ts';
import {
  askWhetherStillThere,
  sayInitialMessage,
  waitOn,
  heardSincePickUp,
  type SilentCustomerDeps,
} from '#shared/conversations/silent-customer.ts';
import { createSpeechSender } from '#shared/conversations/speech-sender.ts';
import { quietAfterSpeech } from '#shared/conversations/speech-text.ts';
import { spokenOf } from '#shared/conversations/spoken-forms.ts';
import { LONGEST_TURN_MS, openTurnSince } from '#shared/conversations/transcript.ts';
import { endOf } from '#shared/conversations/voice-session.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { ConversationState, RecentLog } from './conversation-items.ts';

type Message = QueueMessage<'continue-conversation'>;

export type ContinueConversationDeps = SilentCustomerDeps & Pick<ConversationDeps, 'calls'>;

/** `hang_up` closes a call that should have closed after the last words. Old and repeated timers do nothing. */
export async function continueConversation(message: Message, deps: ContinueConversationDeps): Promise<void> {
  const recent = await deps.conversations.readRecent(message.connectionId);
  if (!recent) return;
  const { state } = recent;
  if (message.timer === 'hang_up') {
    // The call may have gone on, and have come to another end.
    const isSame = message.silentSince === undefined || message.silentSince === state.endingAt;
    if (state.endingAt !== null && isSame) await deps.socket.send(state.connectionId, endOf(state));
    return;
  }
  if (message.timer === 'answered') return followAnswer(message, deps);
  if (message.timer === 'on_hold') {
    return state.onHoldSince === message.silentSince ? endQuietly(state, 'on_hold', deps) : undefined;
  }
  if (!isDue(state, message)) return watchTurn(recent, message, deps);
  const conversation = await deps.conversations.read(message.connectionId);
  if (!conversation) return;
  if (!isDue(conversation.state, message)) return watchTurn(conversation, message, deps);
  if (message.timer === 'silence' && conversation.state.silentSince === null) {
    const isSilent = isSilentSince(conversation, message.silentSince ?? 0, deps.clock);
    if (isSilent === 'later') return lookAgain(message, deps);
    if (!isSilent) return;
  }
  if (message.timer === 'goodbye') await endCall(conversation, true, deps);
  else await handleSilence(conversation, message, deps);
}

function isDue(state: ConversationState, message: Message): boolean {
  return state.endingAt === null && (message.timer === 'goodbye' || isSameSilence(state, message));
}

/** A silence after playback that went as usual is known to its timer only. */
function isSameSilence(state: ConversationState, { generation, silentSince }: Message): boolean {
  const isKnown = state.silentSince === null ? silentSince !== undefined : state.silentSince === silentSince;
  return state.generation === generation && isKnown;
}

/** A prompt has ended this silence. While its turn runs, or if its run was killed, no other timer is set. */
async function watchTurn({ state, events }: RecentLog, message: Message, { timer, clock }: ContinueConversationDeps) {
  const { generation, silenceSeconds: silentSeconds } = state;
  if (message.timer !== 'silence' || message.generation >= generation) return;
  const promptAt = openTurnSince({ state, events: events.toSorted((one, other) => one.at - other.at) });
  if (promptAt === undefined) return;
  const silentSince = promptAt + clock.callMs(LEAST_ONSET_SECONDS);
  const { connectionId } = message;
  const watch = { connectionId, generation, timer: 'silence', silentSeconds, silentSince } as const;
  await timer.at(promptAt + LONGEST_TURN_MS, 'continue-conversation', watch);
}

const LOOK_AGAIN_SECONDS = 5;

async function lookAgain(message: Message, { timer }: ContinueConversationDeps): Promise<void> {
  await timer.afterCallSeconds(LOOK_AGAIN_SECONDS, 'continue-conversation', message);
}

/** Call seconds. A customer who speaks has paused by then, so that a prompt has come; without one, it was noise. */
const LONGEST_SPEECH_SECONDS = 20;
const SOUND_CHECK_SECONDS = 5;

async function handleSilence(
  conversation: Conversation,
  message: Message,
  deps: ContinueConversationDeps,
): Promise<void> {
  const { maxSilenceDuration } = conversation.script;
  const { customerSpeaksSince, waitsUntil } = conversation.state;
  const leftMs = (waitsUntil ?? 0) - deps.clock.now();
  if (leftMs > 0) {
    return deps.timer.afterCallSeconds(Math.ceil(leftMs / deps.clock.callMs(1)), 'continue-conversation', message);
  }
  const { waitedFor = deps.clock.now() } = message;
  const isLimitReached = deps.clock.now() >= waitedFor + deps.clock.callMs(LONGEST_SPEECH_SECONDS);
  if (customerSpeaksSince !== null && !isLimitReached) {
    return deps.timer.afterCallSeconds(SOUND_CHECK_SECONDS, 'continue-conversation', { ...message, waitedFor });
  }
  const heard = heardSincePickUp(conversation);
  if (heard === 'silence') return sayInitialMessage(conversation, message, deps);
  if (heard === 'words' && (await waitOn(conversation, message, deps))) return;
  if (message.silentSeconds >= maxSilenceDuration) return endCall(conversation, false, deps);
  const { connectionId, generation } = message;
  // Before the floor is taken: the goodbye follows even if this run crashes, and not if the customer speaks first.
  await deps.timer.afterCallSeconds(maxSilenceDuration - message.silentSeconds, 'continue-conversation', {
    ...message,
    generation: generation + 1,
    silentSeconds: maxSilenceDuration,
  });
  const state = await deps.conversations.takeFloor(connectionId, generation, 'reprompt', message.silentSince);
  if (state) await askWhetherStillThere(conversation, state, deps);
}

/** After speech that was not understood. The silence goes on, and ends the call if nothing follows. */
export async function askAgain(state: ConversationState, at: number, deps: ContinueConversationDeps): Promise<void> {
  const { connectionId, generation, silentSince, silenceSeconds: silentSeconds } = state;
  const conversation = await deps.conversations.read(connectionId);
  if (!conversation) return;
  const since = silentSince ?? at;
  const message = {
    connectionId,
    generation: generation + 1,
    timer: 'silence',
    silentSeconds,
    silentSince: since,
  } as const;
  await deps.timer.afterCallSeconds(silentSeconds, 'continue-conversation', message);
  const taken = await deps.conversations.takeFloor(connectionId, generation, 'reprompt', since);
  if (!taken) return;
  const { script } = conversation;
  const speechSender = createSpeechSender(taken, deps, { locale: script.locale });
  await speechSender.say(phrasesFor(script.languageId).notUnderstood, true);
  await speechSender.record();
}

async function endCall(
  { state, script }: Conversation,
  isTimeUp: boolean,
  deps: ContinueConversationDeps,
): Promise<void> {
  const speechSender = createSpeechSender(state, deps, { locale: script.locale });
  const reason = isTimeUp ? 'max_duration' : 'silence';
  await sayGoodbye({ ...state, isTimeUp, reason }, phrasesFor(script.languageId).goodbye, speechSender, deps);
  await speechSender.record();
}

export async function startSilenceTimer(
  state: ConversationState,
  { timer }: Pick<ConversationDeps, 'timer'>,
): Promise<void> {
  const { connectionId, generation, silentSince, endingAt } = state;
  if (silentSince === null || endingAt !== null) return;
  const silentSeconds = silenceSecondsOf(state);
  const message = { connectionId, generation, timer: 'silence', silentSeconds, silentSince } as const;
  await timer.afterCallSeconds(silentSeconds, 'continue-conversation', message);
}

// What is written of playback and of the customer's voice: docs/decisions/0046-what-a-call-writes.md.

/** While a turn runs, the assistant may speak, or a reprompt would come before the words are over. */
export function isSpeechStartWritten({ state, events }: RecentLog, at: number, clock: Clock): boolean {
  const answer = answerOf({ state, events });
  if (state.wordsToInterrupt > 0 || state.endingAt !== null || state.cutAt !== null || !answer) return true;
  const quietAt = quietAfterSpeech({ ...answer, text: spokenOf(answer) }, (seconds) => clock.callMs(seconds));
  const asksAt = quietAt + clock.callMs(silenceSecondsOf(state));
  return at < quietAt || at + clock.callMs(LONGEST_SPEECH_SECONDS) >= asksAt;
}

function answerOf({ state, events }: RecentLog) {
  const latest = events.find(({ kind }) => kind !== 'played');
  const isAnswer = latest?.kind === 'assistant_said' && latest.filler !== true;
  return isAnswer && latest.generation === state.generation ? latest : undefined;
}

/** The end of playback needs no write if the timer names it. Undefined if the state must hold it, or none begins. */
export function silenceAfterPlayback(state: ConversationState, at: number): ConversationState | undefined {
  const isReprompt = state.generation > 0 && state.nudgedGeneration === state.generation;
  const isHolding = state.wordsToInterrupt > 0 || (state.isGreetingWhole && state.generation === 0);
  if (isHolding || state.silentSince !== null || isReprompt) return undefined;
  return { ...state, silentSince: at };
}

/** The voice begins at least this many call seconds after the text: a playback that ends sooner was that of earlier text. */
const LEAST_ONSET_SECONDS = 0.25;

/** `later`: the turn may still run. The run of a turn that has stored nothing after that was killed. */
function isSilentSince({ state, events }: RecentLog, since: number, clock: Clock): boolean | 'later' {
  const said = events.filter(({ kind }) => kind === 'customer_said' || kind === 'assistant_said');
  const lastSent = Math.max(0, ...said.map((event) => ('sentAt' in event ? (event.sentAt ?? event.at) : event.at)));
  if (lastSent > 0 && since < lastSent + clock.callMs(LEAST_ONSET_SECONDS)) return false;
  const isOver = events.some(
    (event) =>
      (event.kind === 'assistant_said' || event.kind === 'turn_ended') && event.generation === state.generation,
  );
  const prompts = said.flatMap(({ kind, at }) => (kind === 'customer_said' ? [at] : []));
  if (isOver || prompts.length === 0) return true;
  return clock.now() - Math.max(...prompts) >= LONGEST_TURN_MS ? true : 'later';
}
