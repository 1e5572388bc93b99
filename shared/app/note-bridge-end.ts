import { applyCarrierProgress } from '#shared/app/apply-carrier-progress.ts';
import { findCarrierCall } from '#shared/app/find-carrier-call.ts';
import type { RealtimeDeps } from '#shared/app/realtime-deps.ts';
import type { CallKey } from '#shared/domain/call/call.ts';

export const bridgeStatuses = ['completed', 'answered', 'busy', 'no-answer', 'failed', 'canceled'] as const;

export interface BridgeEnd {
  carrierCallId: string;
  /** What became of the line to the speech model. */
  status: (typeof bridgeStatuses)[number];
  /** Whether the customer's own line is down too: then it was the customer who hung up. */
  customerIsGone: boolean;
}

export type NoteBridgeEndDeps = Pick<
  RealtimeDeps,
  'calls' | 'conversations' | 'queue' | 'timer' | 'clock' | 'logger' | 'metrics'
>;

/** Call seconds in which the carrier's last status callback normally arrives. */
const LAST_CALLBACK_SECONDS = 10;

/**
 * The line to the speech model is closed. Where it was never open the call has failed, and costs nothing, unless somebody
 * hung up meanwhile. Sees to it that the call ends even if the carrier never says so.
 */
export async function noteBridgeEnd(key: CallKey, end: BridgeEnd, deps: NoteBridgeEndDeps): Promise<void> {
  const { carrierCallId, status, customerIsGone } = end;
  const call = await findCarrierCall(key, carrierCallId, deps);
  const wasOpen = status === 'completed' || status === 'answered';
  if (customerIsGone || status === 'canceled') {
    await deps.calls.noteEndedBy(key, 'customer');
  } else if (!wasOpen && call.endedBy === null) {
    deps.metrics.count('ConversationFailed', { code: `bridge-${status}` });
    deps.logger.error('the speech model was not reached', { ...key, status });
    await applyCarrierProgress({ key, status: 'failed', carrierCallId, durationSeconds: 0 }, deps);
  }
  await deps.timer.afterCallSeconds(LAST_CALLBACK_SECONDS, 'check-call', key);
}
