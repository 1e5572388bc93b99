import { textModelsFor } from '#shared/assistants/choose-model.ts';
import { phrasesFor } from '#shared/catalog/languages.ts';
import { nameOfSpeaker } from '#shared/catalog/models.ts';
import { type Conversation, type ConversationDeps } from '#shared/conversations/conversation.ts';
import { isPreemptible } from '#shared/conversations/interruption.ts';
import { nameOfFailure } from '#shared/conversations/language-model.ts';
import { speakReply } from '#shared/conversations/speak-reply.ts';
import { createSpeechSender, type SpeechSender } from '#shared/conversations/speech-sender.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';

type Message = QueueMessage<'continue-conversation'>;

export type SilentCustomerDeps = Pick<
  ConversationDeps,
  'conversations' | 'socket' | 'timer' | 'clock' | 'model' | 'models' | 'metrics' | 'logger'
>;

/** `words`: the customer has said something, which needed no answer, and the silence is as any other. */
export function heardSincePickUp({ state, script, events }: Conversation): 'silence' | 'words' | undefined {
  if (state.generation > 0 || state.initialSilenceSeconds === undefined || script.initialMessage === undefined)
    return undefined;
  return events.some(({ kind }) => kind === 'customer_said') ? 'words' : 'silence';
}

/** After the pick-up nothing was heard: the customer waits, or has not heard the greeting. */
export async function sayInitialMessage(
  { state, script }: Conversation,
  { connectionId, generation, silentSince }: Message,
  deps: SilentCustomerDeps,
): Promise<void> {
  const { silenceSeconds: silentSeconds } = state;
  const next = { connectionId, generation: generation + 1, timer: 'silence', silentSeconds, silentSince } as const;
  // Before the floor is taken: a run that crashes leaves no call without a timer.
  await deps.timer.afterCallSeconds(silentSeconds, 'continue-conversation', next);
  const taken = await deps.conversations.takeFloor(connectionId, generation, 'go_on');
  if (!taken) return;
  const speechSender = createSpeechSender(taken, deps, { locale: script.locale, preemptible: isPreemptible(state) });
  await speechSender.say(script.initialMessage ?? '', true);
  await speechSender.record();
}

/** The customer has said hello over the greeting: the rest of a usual silence is left. */
export async function waitOn(
  { state }: Conversation,
  message: Message,
  { timer }: SilentCustomerDeps,
): Promise<boolean> {
  const left = state.silenceSeconds - message.silentSeconds;
  if (left <= 0) return false;
  const next = { ...message, silentSeconds: state.silenceSeconds };
  await timer.afterCallSeconds(left, 'continue-conversation', next);
  return true;
}

/** In fixed words, or as the assistant's instructions say. */
export async function askWhetherStillThere(
  conversation: Conversation,
  taken: Conversation['state'],
  deps: SilentCustomerDeps,
): Promise<void> {
  const { locale, languageId, reengagementPrompt } = conversation.script;
  const speechSender = createSpeechSender(taken, deps, { locale });
  const model =
    reengagementPrompt === undefined ? undefined : await ask(conversation, reengagementPrompt, speechSender, deps);
  if (model === undefined) await speechSender.say(phrasesFor(languageId).stillThere, true);
  await speechSender.record(model === undefined ? {} : { model });
}

/** Returns who has asked. Undefined if the model has failed before it said anything. */
async function ask(
  conversation: Conversation,
  reengagementPrompt: string,
  speechSender: SpeechSender,
  deps: SilentCustomerDeps,
): Promise<string | undefined> {
  const { state, script } = conversation;
  const { clock, models, logger } = deps;
  const [model] = await textModelsFor(script, deps);
  if (!model) return undefined;
  const now = clock.now();
  const heard = toTurns(conversation, { msPerCallSecond: clock.callMs(1) });
  const request = {
    modelId: model.id,
    systemPrompt: `${script.systemPrompt}\n\n${instructionsFor(reengagementPrompt)}`,
    locale: script.locale,
    temperature: script.temperature,
    turns: [...heard, { sender: 'human', text: SILENCE, timestamp: now } as const],
    alreadySaid: '',
    tools: [],
  };
  const time = { startedAt: now, modelMs: 0 };
  const reply = { request, modelName: model.name, speechSender, time, spoken: [], onCut: async () => undefined };
  const outcome = await speakReply(reply, deps);
  if (outcome.kind === 'failed') {
    logger.warn('language model failed', { ...state.call, modelId: model.id, problem: nameOfFailure(outcome.error) });
    if (speechSender.spokenText() === '') return undefined;
  }
  return nameOfSpeaker(model, models.access);
}

const SILENCE = '[says nothing]';

const instructionsFor = (prompt: string) =>
  `The customer has been silent for a while, marked as ${SILENCE}. Speak to them in one or two short sentences. These are your instructions for that: ${prompt}`;
