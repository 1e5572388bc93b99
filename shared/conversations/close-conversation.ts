import type { CallStore } from '#shared/calls/call-store.ts';
import { isFinal, type CallKey } from '#shared/calls/call.ts';
import { findCarrierCall } from '#shared/calls/track-call.ts';
import type { ConversationStore } from '#shared/conversations/conversation-store.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface ConversationEnd {
  carrierCallId: string;
  /** `ended`: we ended it; `completed`: the customer hung up; `failed`: the connection broke. */
  sessionStatus: 'ended' | 'completed' | 'failed';
  errorCode: string | null;
}

export interface RecordConversationEndDeps {
  calls: CallStore;
  timer: Timer;
  logger: Logger;
  metrics: Metrics;
}

/** Call seconds in which the carrier's last status callback normally arrives. */
const LAST_CALLBACK_SECONDS = 10;

/** Notes who ended the conversation, and sees to it that the call ends even if the carrier never says so. */
export async function recordConversationEnd(
  key: CallKey,
  end: ConversationEnd,
  deps: RecordConversationEndDeps,
): Promise<void> {
  await findCarrierCall(key, end.carrierCallId, deps);
  if (end.sessionStatus === 'failed') {
    deps.metrics.count('ConversationFailed', { code: end.errorCode ?? 'none' });
    deps.logger.error('conversation failed', { ...key, code: end.errorCode });
  } else {
    await deps.calls.recordEndedBy(key, end.sessionStatus === 'ended' ? 'assistant' : 'customer');
  }
  await deps.timer.afterCallSeconds(LAST_CALLBACK_SECONDS, 'check-call', key);
}

export interface RecordDisconnectDeps {
  conversations: ConversationStore;
  calls: CallStore;
  timer: Timer;
}

/** Call seconds in which the carrier's last status callback normally arrives. */
const CALLBACK_AFTER_DISCONNECT_SECONDS = 10;

/** The carrier has closed the conversation: if its last callback is lost, the carrier is asked how the call stands. */
export async function recordDisconnect(connectionId: string, deps: RecordDisconnectDeps): Promise<void> {
  const state = await deps.conversations.getState(connectionId);
  const call = state && (await deps.calls.get(state.call));
  if (!state || !call || call.status === 'ended' || isFinal(call.status)) return;
  await deps.timer.afterCallSeconds(CALLBACK_AFTER_DISCONNECT_SECONDS, 'check-call', state.call);
}
