import { findCarrierCall } from '#shared/app/find-carrier-call.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Metrics } from '#shared/ports/metrics.ts';
import type { Timer } from '#shared/ports/timer.ts';

export interface ConversationEnd {
  carrierCallId: string;
  /** `ended`: we ended it; `completed`: the customer hung up; `failed`: the connection broke. */
  sessionStatus: 'ended' | 'completed' | 'failed';
  errorCode: string | null;
}

export interface NoteConversationEndDeps {
  calls: CallStore;
  timer: Timer;
  logger: Logger;
  metrics: Metrics;
}

/** Call seconds in which the carrier's last status callback normally arrives. */
const LAST_CALLBACK_SECONDS = 10;

/** Notes who ended the conversation, and sees to it that the call ends even if the carrier never says so. */
export async function noteConversationEnd(
  key: CallKey,
  end: ConversationEnd,
  deps: NoteConversationEndDeps,
): Promise<void> {
  await findCarrierCall(key, end.carrierCallId, deps);
  if (end.sessionStatus === 'failed') {
    deps.metrics.count('ConversationFailed', { code: end.errorCode ?? 'none' });
    deps.logger.error('a conversation broke', { ...key, code: end.errorCode });
  } else {
    await deps.calls.noteEndedBy(key, end.sessionStatus === 'ended' ? 'assistant' : 'customer');
  }
  await deps.timer.afterCallSeconds(LAST_CALLBACK_SECONDS, 'check-call', key);
}
