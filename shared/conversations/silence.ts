import { phrasesFor } from '#shared/catalog/phrases.ts';
import { sayGoodbye } from '#shared/conversations/answer-customer.ts';
import type { ConversationDeps, Conversation, ConversationState } from '#shared/conversations/conversation.ts';
import { createSpeaker } from '#shared/conversations/speaker.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';

/** Whoever speaks for so long has paused meanwhile, and what they said until then has come; or it was no speech. */
const LONGEST_SPEECH_SECONDS = 20;

type Message = QueueMessage<'continue-conversation'>;

/**
 * A timer of a conversation has run out. A silence that lasts is broken by a question, and in the end by a goodbye; the
 * maximum duration ends in a goodbye; and a line that should have been closed after the last words is closed now.
 * A timer that comes twice, or for a conversation that is over, does nothing.
 */
export async function continueConversation(message: Message, deps: ConversationDeps): Promise<void> {
  const state = await deps.conversations.getState(message.connectionId);
  if (!state) return;
  if (message.timer === 'hang_up') {
    if (state.endingAt !== null) await deps.socket.send(state.connectionId, { type: 'end' });
    return;
  }
  if (!isDue(state, message)) return;
  // Most silences are over by then: only the others are worth reading the whole conversation for.
  const conversation = await deps.conversations.read(message.connectionId);
  if (!conversation || !isDue(conversation.state, message)) return;
  if (message.timer === 'goodbye') await goodbye(conversation, true, deps);
  else await breakSilence(conversation, message, deps);
}

function isDue(state: ConversationState, message: Message): boolean {
  return state.endingAt === null && (message.timer === 'goodbye' || isSameSilence(state, message));
}

function isSameSilence(state: ConversationState, { generation, silentSince }: Message): boolean {
  return state.generation === generation && state.silentSince !== null && state.silentSince === silentSince;
}

async function breakSilence(conversation: Conversation, message: Message, deps: ConversationDeps): Promise<void> {
  const { maxSilenceDuration } = conversation.script;
  const { customerSpeaksSince } = conversation.state;
  if (customerSpeaksSince !== null && customerSpeaksSince !== message.waitedFor) {
    const waiting = { ...message, waitedFor: customerSpeaksSince };
    return deps.timer.afterCallSeconds(LONGEST_SPEECH_SECONDS, 'continue-conversation', waiting);
  }
  if (message.silentSeconds >= maxSilenceDuration) return goodbye(conversation, false, deps);
  const { connectionId, generation } = message;
  // Before the word is taken: should this run break off after that, the goodbye still comes. It belongs to the next
  // generation, and to the same silence, so that it means nothing when the customer speaks first.
  await deps.timer.afterCallSeconds(maxSilenceDuration - message.silentSeconds, 'continue-conversation', {
    ...message,
    generation: generation + 1,
    silentSeconds: maxSilenceDuration,
  });
  const state = await deps.conversations.takeFloor(connectionId, generation);
  if (!state) return;
  const speaker = createSpeaker(state, deps);
  await speaker.say(phrasesFor(conversation.script.languageId).stillThere, true);
  await speaker.record();
}

async function goodbye({ state, script }: Conversation, isTimeUp: boolean, deps: ConversationDeps): Promise<void> {
  const speaker = createSpeaker(state, deps);
  await sayGoodbye({ ...state, isTimeUp }, phrasesFor(script.languageId).goodbye, speaker, deps);
  await speaker.record();
}

/** Sets the timer of a silence that has just begun: for the assistant to speak again, or to say goodbye if that comes first. */
export async function startSilenceTimer(
  { connectionId, generation, silentSince, silenceSeconds: silentSeconds, endingAt }: ConversationState,
  { timer }: Pick<ConversationDeps, 'timer'>,
): Promise<void> {
  if (silentSince === null || endingAt !== null) return;
  const message = { connectionId, generation, timer: 'silence', silentSeconds, silentSince } as const;
  await timer.afterCallSeconds(silentSeconds, 'continue-conversation', message);
}
