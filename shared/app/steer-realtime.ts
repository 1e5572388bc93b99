import { endRealtimeCall } from '#shared/app/end-realtime-call.ts';
import { languageOf } from '#shared/app/language-of.ts';
import type { RealtimeDeps } from '#shared/app/realtime-deps.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import type { Call, CallConfiguration } from '#shared/domain/call/call.ts';
import { buildScript } from '#shared/domain/conversation/build-script.ts';
import type { Conversation } from '#shared/domain/conversation/conversation.ts';
import { breaksSilenceItself, silentSince } from '#shared/domain/conversation/realtime-silence.ts';
import type { QueueMessage } from '#shared/messages/queue-messages.ts';
import type { RealtimeCalls, RealtimeWords } from '#shared/ports/realtime-calls.ts';

export interface SteerRealtimeDeps extends RealtimeDeps {
  realtime: RealtimeCalls;
}

type Message = QueueMessage<'steer-realtime'>;

interface Subject {
  call: Call;
  configuration: CallConfiguration;
  conversation: Conversation;
}

/**
 * Looks after a call that the speech model holds: has it greet, break a silence or say goodbye, and closes the line. Each is
 * a visit of seconds; between them nobody is there. A message that comes twice, or for a call that is over, does nothing.
 */
export async function steerRealtime(message: Message, deps: SteerRealtimeDeps): Promise<void> {
  const subject = await load(message, deps);
  if (!subject) return;
  const isEnding = subject.conversation.state.endingAt !== null;
  switch (message.act) {
    case 'greet':
      return isEnding ? undefined : greet(subject, message, deps);
    case 'silence':
      return isEnding ? undefined : breakSilence(subject, message, deps);
    case 'goodbye':
      return isEnding ? undefined : end(subject, message, deps);
    case 'last_words':
      return partFrom(subject, message, deps);
    case 'hang_up':
      return isEnding ? deps.realtime.hangUp(message.realtimeCallId) : undefined;
  }
}

async function load({ userId, callId }: Message, deps: SteerRealtimeDeps): Promise<Subject | undefined> {
  const key = { userId, callId };
  const call = await deps.calls.get(key);
  if (!call || call.status !== 'in-progress' || call.carrierCallId === null) return undefined;
  const [configuration, conversation] = await Promise.all([
    deps.calls.getConfiguration(key),
    deps.conversations.read(call.carrierCallId),
  ]);
  return configuration && conversation && { call, configuration, conversation };
}

/** Whoever visits first says it: the generation of the conversation is taken by one alone. */
async function greet({ call, configuration, conversation }: Subject, message: Message, deps: SteerRealtimeDeps) {
  const { locale } = conversation.script;
  const { greeting } = buildScript({ call, configuration, locale, now: call.answeredAt ?? call.createdAt });
  if (greeting === null || conversation.state.generation > 0) return;
  await say({ kind: 'greeting', text: greeting }, conversation, message, deps);
}

async function breakSilence(subject: Subject, message: Message, deps: SteerRealtimeDeps): Promise<void> {
  const { configuration, conversation } = subject;
  const { state, script, events } = conversation;
  const msPerCallSecond = 1000 / deps.callTimeSpeed;
  const intervalMs = script.reengagementInterval * msPerCallSecond;
  if (silentSince(state.openedAt, events, { intervalMs, msPerCallSecond }) !== message.silentSince) return;
  const { maxSilenceDuration } = script;
  if (message.silentSeconds >= maxSilenceDuration) return end(subject, message, deps);
  // Before anything is said: should this run break off after that, the goodbye still comes.
  await deps.timer.afterCallSeconds(maxSilenceDuration - message.silentSeconds, 'steer-realtime', {
    ...message,
    silentSeconds: maxSilenceDuration,
  });
  if (breaksSilenceItself(configuration.assistant)) return;
  await say({ kind: 'sentence', text: phrasesFor(script.languageId).stillThere }, conversation, message, deps);
}

async function say(words: RealtimeWords, { state }: Conversation, message: Message, deps: SteerRealtimeDeps) {
  const visit = await deps.realtime.visit(message.realtimeCallId);
  if (!visit) return;
  try {
    if (await deps.conversations.nudge(state.connectionId, state.generation)) await visit.say(words, 'made');
  } finally {
    visit.leave();
  }
}

async function end({ conversation }: Subject, message: Message, deps: SteerRealtimeDeps): Promise<void> {
  const { userId, callId, realtimeCallId } = message;
  const { connectionId } = conversation.state;
  await endRealtimeCall({ key: { userId, callId }, realtimeCallId, connectionId }, deps);
}

/** The last words, in the model's own voice; the line is closed when they have been heard. */
async function partFrom({ conversation }: Subject, { realtimeCallId }: Message, deps: SteerRealtimeDeps) {
  const language = languageOf(conversation.script.languageId);
  const visit = await deps.realtime.visit(realtimeCallId);
  if (!visit) return;
  try {
    await visit.say({ kind: 'farewell', language }, 'heard');
  } finally {
    visit.leave();
    await deps.realtime.hangUp(realtimeCallId);
  }
}
