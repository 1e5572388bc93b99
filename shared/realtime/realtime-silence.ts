import { phrasesFor } from '#shared/catalog/languages.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import { repromptsOnIdleTimeout, silenceStartedAt } from '#shared/realtime/realtime-calls.ts';
import {
  endRealtimeCall,
  withSession,
  type SteeredCall,
  type SteerMessage,
  type SteerRealtimeDeps,
} from '#shared/realtime/steered-call.ts';

export async function handleSilence(
  subject: SteeredCall,
  message: SteerMessage,
  deps: SteerRealtimeDeps,
): Promise<void> {
  const { configuration, conversation } = subject;
  const { state, script, events } = conversation;
  const msPerCallSecond = deps.clock.callMs(1);
  const intervalMs = deps.clock.callMs(script.reengagementInterval);
  if (silenceStartedAt(state.openedAt, events, { intervalMs, msPerCallSecond }) !== message.silentSince) return;
  const leftMs = waitingMs(conversation, deps);
  if (leftMs > 0) return deps.timer.afterCallSeconds(Math.ceil(leftMs / msPerCallSecond), 'steer-realtime', message);
  const { maxSilenceDuration } = script;
  if (isFirstSilence(subject, message)) return sayInitialMessage(subject, message, deps);
  if (message.silentSeconds >= maxSilenceDuration) return endByTimer(subject, message, deps);
  // Set before the reprompt, so that the goodbye follows even if this run crashes.
  await deps.timer.afterCallSeconds(maxSilenceDuration - message.silentSeconds, 'steer-realtime', {
    ...message,
    silentSeconds: maxSilenceDuration,
  });
  // A model that has been patient asks nothing by itself any more.
  if (repromptsOnIdleTimeout(configuration.assistant) && state.waitsUntil === null) return;
  const { reengagementPrompt: prompt } = script;
  const fixed = { kind: 'sentence', text: phrasesFor(script.languageId).stillThere } as const;
  const question = prompt === undefined ? fixed : ({ kind: 'reprompt', prompt } as const);
  await withSession(conversation, message, deps, async (session) => void (await session.say(question, 'generated')));
}

/** The customer should speak first, and nothing was said yet. */
function isFirstSilence(
  { configuration, conversation }: SteeredCall,
  { silentSince, silentSeconds }: SteerMessage,
): boolean {
  const { state, script } = conversation;
  const isFirst = silentSince === state.openedAt && silentSeconds === script.initialSilence;
  return configuration.assistant.waitForCustomer && isFirst && script.initialMessage !== undefined;
}

async function sayInitialMessage(
  { call, conversation }: SteeredCall,
  message: SteerMessage,
  deps: SteerRealtimeDeps,
): Promise<void> {
  // Where a mailbox gets a message, the floor is taken without words at the beginning.
  if (conversation.state.generation > (call.leavesMessage === true ? 2 : 0)) return;
  const { initialMessage, maxSilenceDuration } = conversation.script;
  const silentSeconds = message.silentSeconds + maxSilenceDuration;
  await deps.timer.afterCallSeconds(maxSilenceDuration, 'steer-realtime', { ...message, silentSeconds });
  const words = { kind: 'greeting', text: initialMessage ?? '' } as const;
  await withSession(conversation, message, deps, async (session) => void (await session.say(words, 'generated')));
}

export async function bePatient(
  { configuration }: SteeredCall,
  { realtimeCallId }: SteerMessage,
  { realtime }: SteerRealtimeDeps,
) {
  const session = await realtime.openSession(realtimeCallId);
  // A greeting that is not said yet unmutes the model.
  if (session && !session.isMuted) session.bePatient(configuration.assistant);
  session?.close();
}

/** Call seconds by which the words with which a customer asked for time may be transcribed late. */
const LATE_SECONDS = 3;

/** Milliseconds for which the customer has asked, and which are left. 0 if they have spoken since. */
function waitingMs({ state, events }: Conversation, { clock }: SteerRealtimeDeps): number {
  const { waitsUntil, waitsSince } = state;
  if (waitsUntil === null || waitsSince === null) return 0;
  const isLater = ({ kind, at }: Conversation['events'][number]) =>
    kind === 'customer_said' && at > waitsSince + clock.callMs(LATE_SECONDS);
  return events.some(isLater) ? 0 : Math.max(0, waitsUntil - clock.now());
}

export async function endByTimer(
  { conversation }: SteeredCall,
  message: SteerMessage,
  deps: SteerRealtimeDeps,
): Promise<void> {
  const { userId, callId, realtimeCallId, act } = message;
  const { connectionId } = conversation.state;
  const reason = act === 'silence' ? 'silence' : 'max_duration';
  await endRealtimeCall({ key: { userId, callId }, realtimeCallId, connectionId, reason }, deps);
}
