import type { CallConfiguration } from '#shared/calls/call-items.ts';
import type { ReasonCode } from '#shared/calls/call-reasons.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import { languageOf, phrasesFor } from '#shared/catalog/languages.ts';
import { answererOf } from '#shared/conversations/answerer.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import { buildScript } from '#shared/conversations/script.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import {
  repromptsOnIdleTimeout,
  silenceStartedAt,
  type RealtimeCalls,
  type RealtimeDeps,
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

/** Each session lasts seconds, and no compute runs between them. A repeated message does nothing. */
export async function steerRealtime(message: Message, deps: SteerRealtimeDeps): Promise<void> {
  const subject = await load(message, deps);
  if (!subject) return;
  const isEnding = subject.conversation.state.endingAt !== null;
  switch (message.act) {
    case 'greet':
    case 'greet_again':
      return isEnding ? undefined : greet(subject, message, deps);
    case 'silence':
      return isEnding ? undefined : handleSilence(subject, message, deps);
    case 'goodbye':
      return isEnding ? undefined : end(subject, message, deps);
    case 'last_words':
      return sayGoodbye(subject, message, deps);
    case 'answered':
      return isEnding ? undefined : followAnswer(subject, message, deps);
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

/** One session takes the floor, so this greets once. `greet_again` follows a run that left the model muted. */
async function greet({ call, configuration, conversation }: Subject, message: Message, deps: SteerRealtimeDeps) {
  const { assistant } = configuration;
  const { state, script, events } = conversation;
  const isAgain = message.act === 'greet_again';
  if ((state.generation > 0 && !isAgain) || (call.answeredBy === 'machine' && assistant.endCallOnVoicemail)) return;
  const now = call.answeredAt ?? call.createdAt;
  const { greeting } = buildScript({ call, configuration, locale: script.locale, now });
  const isGreeted = events.some(({ kind }) => kind === 'assistant_said');
  const isOpen = await withSession(conversation, message, deps, async (session) => {
    if (!session.isMuted) return;
    try {
      if (greeting !== null && !isGreeted) {
        await session.say({ kind: 'greeting', text: greeting }, 'generated');
      }
    } catch (error) {
      // A model that is still muted is greeted for again. There is no third time.
      if (isAgain) session.unmute(assistant);
      throw error;
    }
    // After the greeting, so that the model does not also answer a «Hello?».
    session.unmute(assistant);
  });
  // No session has taken the floor: the model is muted, and the customer would hear silence to the end.
  if (!isOpen && isAgain && state.generation === 0) await deps.realtime.hangUp(message.realtimeCallId);
}

/** A mailbox gets its message and nothing else, or the call ends. */
async function followAnswer(
  { configuration, conversation }: Subject,
  { userId, callId, realtimeCallId }: Message,
  deps: SteerRealtimeDeps,
): Promise<void> {
  if (answererOf(conversation) !== 'machine') return;
  const { state, script } = conversation;
  const hangUp = { userId, callId, realtimeCallId, act: 'hang_up', silentSeconds: 0 } as const;
  const [isFirst] = await Promise.all([
    deps.conversations.beginEnding(state.connectionId, deps.clock.now()),
    deps.timer.afterCallSeconds(LAST_WORDS_SECONDS, 'steer-realtime', hangUp),
  ]);
  if (!isFirst) return;
  await deps.calls.recordEndedBy({ userId, callId }, 'assistant', 'voicemail');
  const session = script.mailboxMessage === null ? undefined : await deps.realtime.openSession(realtimeCallId);
  try {
    session?.mute(configuration.assistant);
    await session?.say({ kind: 'sentence', text: script.mailboxMessage ?? '' }, 'played');
  } finally {
    session?.close();
    await deps.realtime.hangUp(realtimeCallId);
  }
}

async function handleSilence(subject: Subject, message: Message, deps: SteerRealtimeDeps): Promise<void> {
  const { configuration, conversation } = subject;
  const { state, script, events } = conversation;
  const msPerCallSecond = deps.clock.callMs(1);
  const intervalMs = deps.clock.callMs(script.reengagementInterval);
  if (silenceStartedAt(state.openedAt, events, { intervalMs, msPerCallSecond }) !== message.silentSince) return;
  const { maxSilenceDuration } = script;
  if (message.silentSeconds >= maxSilenceDuration) return end(subject, message, deps);
  // Set before the reprompt, so that the goodbye follows even if this run crashes.
  await deps.timer.afterCallSeconds(maxSilenceDuration - message.silentSeconds, 'steer-realtime', {
    ...message,
    silentSeconds: maxSilenceDuration,
  });
  if (repromptsOnIdleTimeout(configuration.assistant)) return;
  const question = { kind: 'sentence', text: phrasesFor(script.languageId).stillThere } as const;
  await withSession(conversation, message, deps, async (session) => void (await session.say(question, 'generated')));
}

/** Of concurrent runs, one takes the floor. Returns false without a session. */
async function withSession(
  { state }: Conversation,
  message: Message,
  deps: SteerRealtimeDeps,
  act: (session: RealtimeSession) => Promise<void>,
): Promise<boolean> {
  const session = await deps.realtime.openSession(message.realtimeCallId);
  if (!session) return false;
  try {
    if (await deps.conversations.takeFloor(state.connectionId, state.generation)) await act(session);
    return true;
  } finally {
    session.close();
  }
}

async function end({ conversation }: Subject, message: Message, deps: SteerRealtimeDeps): Promise<void> {
  const { userId, callId, realtimeCallId, act } = message;
  const { connectionId } = conversation.state;
  const reason = act === 'silence' ? 'silence' : 'max_duration';
  await endRealtimeCall({ key: { userId, callId }, realtimeCallId, connectionId, reason }, deps);
}

async function sayGoodbye({ conversation }: Subject, { realtimeCallId }: Message, deps: SteerRealtimeDeps) {
  const language = languageOf(conversation.script.languageId);
  const session = await deps.realtime.openSession(realtimeCallId);
  // The model waits for its last words, and says nothing until then.
  if (!session) return deps.realtime.hangUp(realtimeCallId);
  try {
    await session.say({ kind: 'farewell', language }, 'played');
  } finally {
    session.close();
    await deps.realtime.hangUp(realtimeCallId);
  }
}

export interface EndRealtimeCall {
  key: CallKey;
  realtimeCallId: string;
  /** The id of the stored conversation: the carrier's id of the call. */
  connectionId: string;
  reason?: ReasonCode;
  tool?: string;
}

/** Call seconds for opening a session and saying the last words, with a margin. */
const LAST_WORDS_SECONDS = 30;

/** Ends the call on the assistant's decision, once. If the session of the last words fails, a timer hangs up. */
export async function endRealtimeCall(
  { key, realtimeCallId, connectionId, reason, tool }: EndRealtimeCall,
  { conversations, calls, queue, timer, clock }: RealtimeDeps,
): Promise<'ending' | 'ended_before'> {
  const message = { ...key, realtimeCallId, silentSeconds: 0 } as const;
  const [isFirst] = await Promise.all([
    conversations.beginEnding(connectionId, clock.now(), { tool }),
    timer.afterCallSeconds(LAST_WORDS_SECONDS, 'steer-realtime', { ...message, act: 'hang_up' }),
  ]);
  if (!isFirst) return 'ended_before';
  await calls.recordEndedBy(key, 'assistant', reason);
  await queue.send('steer-realtime', { ...message, act: 'last_words' }, { groupId: String(key.userId) });
  return 'ending';
}
