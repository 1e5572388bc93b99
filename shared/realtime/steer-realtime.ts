import type { Call, CallConfiguration, CallKey } from '#shared/calls/call.ts';
import { languageOf } from '#shared/catalog/languages.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import { buildScript } from '#shared/conversations/script.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import {
  repromptsOnIdleTimeout,
  silenceStartedAt,
  type RealtimeDeps,
  type RealtimeCalls,
  type RealtimeSession,
} from '#shared/realtime/realtime-calls.ts';

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
      return sayGoodbye(subject, message, deps);
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
  const { assistant } = configuration;
  const { state, script, events } = conversation;
  if (state.generation > 0 || (call.answeredBy === 'machine' && assistant.endCallOnVoicemail)) return;
  const { greeting } = buildScript({
    call,
    configuration,
    locale: script.locale,
    now: call.answeredAt ?? call.createdAt,
  });
  const hasSpoken = events.some(({ kind }) => kind === 'customer_said');
  const answer = hasSpoken ? ({ kind: 'answer' } as const) : undefined;
  const words = greeting === null ? answer : ({ kind: 'greeting', text: greeting } as const);
  await withSession(conversation, message, deps, async (visited) => {
    try {
      if (words) await visited.say(words, 'generated');
    } finally {
      // Afterwards, so that a «Hello?» that is just being heard is not answered beside the greeting.
      visited.unmute(assistant);
    }
  });
}

async function breakSilence(subject: Subject, message: Message, deps: SteerRealtimeDeps): Promise<void> {
  const { configuration, conversation } = subject;
  const { state, script, events } = conversation;
  const msPerCallSecond = deps.clock.callMs(1);
  const intervalMs = deps.clock.callMs(script.reengagementInterval);
  if (silenceStartedAt(state.openedAt, events, { intervalMs, msPerCallSecond }) !== message.silentSince) return;
  const { maxSilenceDuration } = script;
  if (message.silentSeconds >= maxSilenceDuration) return end(subject, message, deps);
  // Before anything is said: should this run break off after that, the goodbye still comes.
  await deps.timer.afterCallSeconds(maxSilenceDuration - message.silentSeconds, 'steer-realtime', {
    ...message,
    silentSeconds: maxSilenceDuration,
  });
  if (repromptsOnIdleTimeout(configuration.assistant)) return;
  const question = { kind: 'sentence', text: phrasesFor(script.languageId).stillThere } as const;
  await withSession(conversation, message, deps, async (visited) => void (await visited.say(question, 'generated')));
}

/** A visit by one alone: whoever else was sent for the same finds the generation taken. */
async function withSession(
  { state }: Conversation,
  message: Message,
  deps: SteerRealtimeDeps,
  act: (visited: RealtimeSession) => Promise<void>,
): Promise<void> {
  const visited = await deps.realtime.openSession(message.realtimeCallId);
  if (!visited) return;
  try {
    if (await deps.conversations.takeFloor(state.connectionId, state.generation)) await act(visited);
  } finally {
    visited.close();
  }
}

async function end({ conversation }: Subject, message: Message, deps: SteerRealtimeDeps): Promise<void> {
  const { userId, callId, realtimeCallId } = message;
  const { connectionId } = conversation.state;
  await endRealtimeCall({ key: { userId, callId }, realtimeCallId, connectionId }, deps);
}

/** The last words, in the model's own voice; the line is closed when they have been heard. */
async function sayGoodbye({ conversation }: Subject, { realtimeCallId }: Message, deps: SteerRealtimeDeps) {
  const language = languageOf(conversation.script.languageId);
  const visited = await deps.realtime.openSession(realtimeCallId);
  if (!visited) return;
  try {
    await visited.say({ kind: 'farewell', language }, 'played');
  } finally {
    visited.close();
    await deps.realtime.hangUp(realtimeCallId);
  }
}

export interface EndRealtimeCall {
  key: CallKey;
  realtimeCallId: string;
  /** Under which the call's log is kept. */
  connectionId: string;
}

/** A visit, the last words, and room for both. */
const LAST_WORDS_SECONDS = 30;

/**
 * Ends the call on the assistant's decision, once: it is noted who ended it, and a visit is sent for the last words, after
 * which the line is closed; or by a timer, should that visit break off.
 */
export async function endRealtimeCall(
  { key, realtimeCallId, connectionId }: EndRealtimeCall,
  { conversations, calls, queue, timer, clock }: RealtimeDeps,
): Promise<'ending' | 'ended_before'> {
  const visit = { ...key, realtimeCallId, silentSeconds: 0 } as const;
  const [isFirst] = await Promise.all([
    conversations.beginEnding(connectionId, clock.now()),
    timer.afterCallSeconds(LAST_WORDS_SECONDS, 'steer-realtime', { ...visit, act: 'hang_up' }),
  ]);
  if (!isFirst) return 'ended_before';
  await calls.recordEndedBy(key, 'assistant');
  await queue.send('steer-realtime', { ...visit, act: 'last_words' }, { groupId: String(key.userId) });
  return 'ending';
}
