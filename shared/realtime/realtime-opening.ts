import { answererOf } from '#shared/conversations/answerer.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import { buildScript } from '#shared/conversations/script.ts';
import type { RealtimeSession } from '#shared/realtime/realtime-calls.ts';
import {
  LAST_WORDS_SECONDS,
  withSession,
  type SteeredCall,
  type SteerMessage,
  type SteerRealtimeDeps,
} from '#shared/realtime/steered-call.ts';

/** Call seconds. The carrier writes down what was said after its end. */
export const TRANSCRIPTION_SECONDS = 4;

/** One session takes the floor, so this greets once. `greet_again` follows a run that left the model muted. */
export async function greet(subject: SteeredCall, message: SteerMessage, deps: SteerRealtimeDeps): Promise<void> {
  const { call, configuration, conversation } = subject;
  const { state, script, events } = conversation;
  const isAgain = message.act === 'greet_again';
  if (state.generation > 0 && (!isAgain || hasGreeted(subject))) return;
  if (call.answeredBy === 'machine') {
    const answered = { ...message, act: 'answered' } as const;
    return deps.timer.afterCallSeconds(TRANSCRIPTION_SECONDS, 'steer-realtime', answered);
  }
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
      if (isAgain) session.unmute(configuration.assistant);
      throw error;
    }
    // After the greeting, so that the model does not also answer a «Hello?».
    await unmuteForPerson(subject, session, deps);
  });
  // No session has taken the floor: the model is muted, and the customer would hear silence to the end.
  if (!isOpen && isAgain && state.generation === 0) await deps.realtime.hangUp(message.realtimeCallId);
}

/** Where a mailbox gets a message, the floor is taken again at the end of the greeting. */
function hasGreeted({ call, conversation: { state } }: SteeredCall): boolean {
  return call.leavesMessage === true && state.generation > 1;
}

/** A model that answers a mailbox cannot take its words back: it stays muted until a person is known to listen. */
async function unmuteForPerson(
  { call, configuration, conversation: { state } }: SteeredCall,
  session: RealtimeSession,
  { conversations }: SteerRealtimeDeps,
): Promise<void> {
  if (call.leavesMessage !== true) return session.unmute(configuration.assistant);
  // From now on `answered` unmutes. What came before is read here.
  await conversations.takeFloor(state.connectionId, state.generation + 1);
  const conversation = await conversations.read(state.connectionId);
  if (conversation && answererOf(conversation) === 'human') session.unmute(configuration.assistant);
}

/** A mailbox gets its message and nothing else, or the call ends. A person is talked to. Other words may have a rest that tells more. */
export async function followAnswer(
  subject: SteeredCall,
  message: SteerMessage,
  deps: SteerRealtimeDeps,
): Promise<void> {
  const { conversation, configuration } = subject;
  const answerer = answererOf(conversation);
  const leftMs = (message.silentSince ?? 0) + deps.clock.callMs(TRANSCRIPTION_SECONDS) - deps.clock.now();
  if (answerer !== 'human' && leftMs > 0) {
    return deps.timer.afterCallSeconds(Math.ceil(leftMs / deps.clock.callMs(1)), 'steer-realtime', message);
  }
  if (answerer === 'machine') return leaveMessage(subject, message, deps);
  if (!hasGreeted(subject)) return;
  const session = await deps.realtime.openSession(message.realtimeCallId);
  if (session?.isMuted) {
    session.unmute(configuration.assistant);
    if (isUnanswered(conversation)) session.answer();
  }
  session?.close();
}

/** A muted model answers nothing, and does not when it is unmuted. */
function isUnanswered({ events }: Conversation): boolean {
  const said = events.filter(({ kind }) => kind === 'customer_said' || kind === 'assistant_said');
  return said.toSorted((one, other) => one.at - other.at).at(-1)?.kind === 'customer_said';
}

async function leaveMessage(
  { configuration, conversation: { state, script } }: SteeredCall,
  { userId, callId, realtimeCallId }: SteerMessage,
  deps: SteerRealtimeDeps,
): Promise<void> {
  const hangUp = { userId, callId, realtimeCallId, act: 'hang_up', silentSeconds: 0 } as const;
  const [isFirst] = await Promise.all([
    deps.conversations.beginEnding(state.connectionId, deps.clock.now()),
    deps.timer.afterCallSeconds(LAST_WORDS_SECONDS, 'steer-realtime', hangUp),
  ]);
  if (!isFirst) return;
  await deps.calls.recordEndedBy({ userId, callId }, 'assistant', 'voicemail');
  const { mailboxMessage: text } = script;
  const session = text === null ? undefined : await deps.realtime.openSession(realtimeCallId);
  try {
    session?.mute(configuration.assistant);
    await session?.say({ kind: 'message', text: text ?? '' }, 'played');
  } finally {
    session?.close();
    await deps.realtime.hangUp(realtimeCallId);
  }
}
