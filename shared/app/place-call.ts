import { RetryLater } from '#shared/domain/errors/retry-later.ts';
import type { Call, CallKey } from '#shared/domain/call/call.ts';
import { needsFinishing, queueFinish } from '#shared/app/apply-carrier-progress.ts';
import { findLostCall } from '#shared/app/find-lost-call.ts';
import { refuseLeadCall, type RefuseLeadCallDeps } from '#shared/app/refuse-lead-call.ts';
import type { QueueMessage } from '#shared/messages/queue-messages.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Carrier } from '#shared/ports/carrier.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Metrics } from '#shared/ports/metrics.ts';
import type { Queue } from '#shared/ports/queue.ts';

export interface PlaceCallDeps extends RefuseLeadCallDeps {
  calls: CallStore;
  carrier: Carrier;
  queue: Queue;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/** A call that cannot be dialled for so long is given up: nobody expects the phone to ring any more. */
const GIVE_UP_MS = 5 * 60_000;
/** Long enough for the carrier to list a call that it has taken. */
const LOOK_UP_SECONDS = 10;

/**
 * Dials a call, once in its life. The claim comes first; a claim without the carrier's id means that it is not known
 * whether the carrier has the call, and then the carrier is asked, never dialled again.
 * Gives whether the carrier was asked to dial.
 * @throws RetryLater when the carrier cannot take the call now, or when it is not known yet whether it did
 */
export async function placeCall(
  { userId, callId, lane }: QueueMessage<'place-call'>,
  deps: PlaceCallDeps,
): Promise<boolean> {
  const key = { userId, callId };
  if (lane === 'campaign' && (await isCancelled(key, deps))) return false;
  const claimed = await deps.calls.claimDialling(key, deps.clock.now());
  if (claimed) {
    await dial(claimed, key, deps);
    return true;
  }
  const call = await deps.calls.get(key);
  if (!call) {
    deps.logger.warn('a call to place does not exist', { ...key });
    return false;
  }
  if (needsFinishing(call)) await queueFinish(key, call.status, deps.queue);
  if (call.status === 'initiated' && call.carrierCallId === null) await findLostCall(call, deps);
  return false;
}

/** The message may be late: what allowed a campaign's call when it was made is looked at again, right before it is dialled. */
async function isCancelled(key: CallKey, deps: PlaceCallDeps): Promise<boolean> {
  const call = await deps.calls.get(key);
  if (call?.status !== 'initiated' || call.claimedAt !== null) return false;
  const reason = await refuseLeadCall(call, deps);
  if (reason === undefined) return false;
  const cancelled = await deps.calls.cancelDialling(key, reason, deps.clock.now());
  if (!cancelled) return false;
  deps.metrics.count('LeadCallCancelled', { reason });
  await queueFinish(key, cancelled.status, deps.queue);
  return true;
}

async function dial(call: Call, key: CallKey, deps: PlaceCallDeps): Promise<void> {
  const outcome = await deps.carrier.dial({
    key,
    to: call.clientPhoneNumber,
    from: call.assistantPhoneNumber,
    timeLimitSeconds: call.allowedSeconds,
  });
  if (outcome.kind === 'accepted') {
    await deps.calls.change(key, { carrierCallId: outcome.carrierCallId }, deps.clock.now());
    return;
  }
  deps.metrics.count('CarrierDialProblem', { outcome: outcome.kind });
  if (outcome.kind === 'refused') deps.metrics.count('CarrierError', { code: String(outcome.code) });
  deps.logger.warn('the carrier did not take a call', { ...key, outcome: outcome.kind, reason: outcome.reason });
  if (outcome.kind === 'unknown') throw new RetryLater(outcome.reason, LOOK_UP_SECONDS);
  if (outcome.kind === 'retry' && deps.clock.now() - call.createdAt < GIVE_UP_MS) {
    await deps.calls.releaseDialling(key);
    throw new RetryLater(outcome.reason, outcome.afterSeconds);
  }
  await failCall(key, deps);
}

async function failCall(key: CallKey, { calls, queue, clock }: PlaceCallDeps): Promise<void> {
  const now = clock.now();
  const failed = await calls.change(key, { status: 'failed', endedAt: now }, now, ['initiated', 'ringing']);
  if (failed) await queueFinish(key, 'failed', queue);
}
