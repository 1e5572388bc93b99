import { RetryLater } from '#shared/domain/errors/retry-later.ts';
import { applyCarrierProgress } from '#shared/app/apply-carrier-progress.ts';
import type { Call } from '#shared/domain/call/call.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Carrier } from '#shared/ports/carrier.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Queue } from '#shared/ports/queue.ts';

export interface FindLostCallDeps {
  calls: CallStore;
  carrier: Carrier;
  queue: Queue;
  clock: Clock;
  logger: Logger;
}

/** So long after the claim the carrier lists every call that it took. */
const CERTAIN_AFTER_MS = 30_000;
const LOOK_AGAIN_SECONDS = 15;

/**
 * A call that was claimed for dialling, whose id at the carrier was lost. The carrier is asked for calls between the two numbers
 * since the claim: exactly one is ours; none, some time after the claim, means that it was never taken, and the call has failed.
 * With several, only the carrier's callbacks, which name our call, can tell; until one does, nothing is decided.
 * @throws RetryLater while the answer is not certain
 */
export async function findLostCall(call: Call, deps: FindLostCallDeps): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  const claimedAt = call.claimedAt ?? call.createdAt;
  const found = await deps.carrier.findCalls(call.clientPhoneNumber, call.assistantPhoneNumber, claimedAt);
  const [only, ...others] = found;
  deps.logger.warn('a call without a carrier id was looked up', { ...key, found: found.length });
  if (only && others.length === 0) {
    await deps.calls.change(key, { carrierCallId: only.carrierCallId }, deps.clock.now());
    await applyCarrierProgress({ key, ...only }, deps);
    return;
  }
  if (deps.clock.now() - claimedAt < CERTAIN_AFTER_MS) throw new RetryLater('not certain yet', LOOK_AGAIN_SECONDS);
  if (found.length === 0) {
    await applyCarrierProgress({ key, status: 'failed', carrierCallId: null, durationSeconds: 0 }, deps);
  }
}
