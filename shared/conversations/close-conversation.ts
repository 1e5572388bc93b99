import { isFinal, type CallKey } from '#shared/calls/call.ts';
import { findCarrierCall } from '#shared/calls/track-call.ts';
import type { ConversationDeps } from '#shared/conversations/conversation.ts';

export interface ConversationEnd {
  carrierCallId: string;
  /**
   * `ended`: by the service; `completed`: the customer hung up; `failed`: the session failed. The carrier's `SessionStatus`:
   * https://www.twilio.com/docs/voice/twiml/connect/conversationrelay
   */
  sessionStatus: 'ended' | 'completed' | 'failed';
  errorCode: string | null;
}

export type RecordConversationEndDeps = Pick<ConversationDeps, 'calls' | 'timer' | 'logger' | 'metrics'>;

export type RecordDisconnectDeps = Pick<ConversationDeps, 'conversations' | 'calls' | 'timer'>;

/** Call seconds in which the carrier's last status callback normally arrives. */
const LAST_CALLBACK_SECONDS = 10;

/**
 * Records who ended the conversation, and schedules a check of the call in case the last status callback is lost.
 * @throws AppError call_not_found; forbidden if the call has another carrier id
 */
export async function recordConversationEnd(
  key: CallKey,
  end: ConversationEnd,
  deps: RecordConversationEndDeps,
): Promise<void> {
  const call = await findCarrierCall(key, end.carrierCallId, deps);
  if (end.sessionStatus === 'failed') {
    deps.metrics.count('ConversationFailed', { code: end.errorCode ?? 'none' });
    deps.logger.error('conversation failed', { ...key, code: end.errorCode });
  } else if (call.endedBy === null) {
    await deps.calls.recordEndedBy(key, end.sessionStatus === 'ended' ? 'assistant' : 'customer');
  }
  await deps.timer.afterCallSeconds(LAST_CALLBACK_SECONDS, 'check-call', key);
}

/** The WebSocket is closed. Schedules a check of the call in case the last status callback is lost. */
export async function recordDisconnect(connectionId: string, deps: RecordDisconnectDeps): Promise<void> {
  const state = await deps.conversations.getState(connectionId);
  const call = state && (await deps.calls.get(state.call));
  if (!state || !call || call.status === 'ended' || isFinal(call.status)) return;
  await deps.timer.afterCallSeconds(LAST_CALLBACK_SECONDS, 'check-call', state.call);
}
