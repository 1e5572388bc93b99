import { phrasesFor } from '#shared/catalog/languages.ts';
import { sayGoodbye } from '#shared/conversations/answer-customer.ts';
import { isSilentSince } from '#shared/conversations/telling-events.ts';
import type { Conversation, ConversationDeps, ConversationState } from '#shared/conversations/conversation.ts';
import { createSpeaker } from '#shared/conversations/speaker.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';

type Message = QueueMessage<'continue-conversation'>;

export type ContinueConversationDeps = Pick<ConversationDeps, 'conversations' | 'socket' | 'calls' | 'timer' | 'clock'>;

/**
 * Handles an expired timer of a conversation. `silence`: the assistant reprompts, and says goodbye at the maximum silence.
 * `goodbye`: the maximum duration is reached. `hang_up`: closes a call that should have closed after the last words.
 * A repeated timer, or one of an ended conversation, does nothing.
 */
export async function continueConversation(message: Message, deps: ContinueConversationDeps): Promise<void> {
  const state = await deps.conversations.getState(message.connectionId);
  if (!state) return;
  if (message.timer === 'hang_up') {
    if (state.endingAt !== null) await deps.socket.send(state.connectionId, { type: 'end' });
    return;
  }
  if (!isDue(state, message)) return;
  // Most silences have ended by now, so the whole conversation is read only for the others.
  const conversation = await deps.conversations.read(message.connectionId);
  if (!conversation || !isDue(conversation.state, message)) return;
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

/** Call seconds after which a turn that has stored nothing yet is looked at again. */
const LOOK_AGAIN_SECONDS = 5;

async function lookAgain(message: Message, { timer }: ContinueConversationDeps): Promise<void> {
  await timer.afterCallSeconds(LOOK_AGAIN_SECONDS, 'continue-conversation', message);
}

/** Call seconds after which a customer who speaks has paused, so that a prompt has arrived; without one, it was noise. */
const LONGEST_SPEECH_SECONDS = 20;

async function handleSilence(
  conversation: Conversation,
  message: Message,
  deps: ContinueConversationDeps,
): Promise<void> {
  const { maxSilenceDuration } = conversation.script;
  const { customerSpeaksSince } = conversation.state;
  if (customerSpeaksSince !== null && customerSpeaksSince !== message.waitedFor) {
    const waiting = { ...message, waitedFor: customerSpeaksSince };
    return deps.timer.afterCallSeconds(LONGEST_SPEECH_SECONDS, 'continue-conversation', waiting);
  }
  if (message.silentSeconds >= maxSilenceDuration) return endCall(conversation, false, deps);
  const { connectionId, generation } = message;
  // Set before the floor is taken, so that the goodbye follows even if this run crashes. The timer names the next generation and
  // the same silence: it has no effect if the customer speaks first.
  await deps.timer.afterCallSeconds(maxSilenceDuration - message.silentSeconds, 'continue-conversation', {
    ...message,
    generation: generation + 1,
    silentSeconds: maxSilenceDuration,
  });
  const state = await deps.conversations.takeFloor(connectionId, generation, 'reprompt', message.silentSince);
  if (!state) return;
  const speaker = createSpeaker(state, deps);
  await speaker.say(phrasesFor(conversation.script.languageId).stillThere, true);
  await speaker.record();
}

async function endCall(
  { state, script }: Conversation,
  isTimeUp: boolean,
  deps: ContinueConversationDeps,
): Promise<void> {
  const speaker = createSpeaker(state, deps);
  const reason = isTimeUp ? 'max_duration' : 'silence';
  await sayGoodbye({ ...state, isTimeUp, reason }, phrasesFor(script.languageId).goodbye, speaker, deps);
  await speaker.record();
}

/** Sets the timer of a silence that has started: for the reprompt, or for the goodbye if that is due first. */
export async function startSilenceTimer(
  { connectionId, generation, silentSince, silenceSeconds: silentSeconds, endingAt }: ConversationState,
  { timer }: Pick<ConversationDeps, 'timer'>,
): Promise<void> {
  if (silentSince === null || endingAt !== null) return;
  const message = { connectionId, generation, timer: 'silence', silentSeconds, silentSince } as const;
  await timer.afterCallSeconds(silentSeconds, 'continue-conversation', message);
}
