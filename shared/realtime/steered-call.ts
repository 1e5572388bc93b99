import type { CallConfiguration } from '#shared/calls/call-items.ts';
import type { ReasonCode } from '#shared/calls/call-reasons.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { RealtimeCalls, RealtimeDeps, RealtimeSession } from '#shared/realtime/realtime-calls.ts';

export interface SteerRealtimeDeps extends RealtimeDeps {
  realtime: RealtimeCalls;
}

export type SteerMessage = QueueMessage<'steer-realtime'>;

export interface SteeredCall {
  call: Call;
  configuration: CallConfiguration;
  conversation: Conversation;
}

/** Of concurrent runs, one takes the floor. Returns false without a session. */
export async function withSession(
  { state }: Conversation,
  message: SteerMessage,
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

export interface EndRealtimeCall {
  key: CallKey;
  realtimeCallId: string;
  /** The id of the stored conversation: the carrier's id of the call. */
  connectionId: string;
  reason?: ReasonCode;
  tool?: string;
}

/** Call seconds for opening a session and saying the last words, with a margin. */
export const LAST_WORDS_SECONDS = 30;

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
