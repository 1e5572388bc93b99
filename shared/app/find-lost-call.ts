import { RetryLater } from '#shared/domain/errors/retry-later.ts';
import { applyCarrierProgress } from '#shared/app/apply-carrier-progress.ts';
import type { Call } from '#shared/domain/call/call.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Carrier, CarrierCall } from '#shared/ports/carrier.ts';
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
const CERTAIN_AFTER_MS = 20_000;
const LOOK_AGAIN_SECONDS = 10;
/** A request to dial is given up after 10 s, and clocks differ by some seconds. */
const DIAL_WINDOW_MS = 20_000;
/** A call may wait so long between being made and being dialled. */
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * A call that was claimed for dialling, whose id at the carrier was lost. The carrier is asked for calls between the two
 * numbers at the time of the claim; those that other calls of the user are known by are left out. What remains is ours;
 * nothing, some time after the claim, means that the call was never taken, and it has failed. It is never dialled again.
 * @throws RetryLater while the answer is not certain
 */
export async function findLostCall(call: Call, deps: FindLostCallDeps): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  const claimedAt = call.claimedAt ?? call.createdAt;
  const found = await candidates(call, claimedAt, deps);
  deps.logger.warn('a call without a carrier id was looked up', { ...key, found: found.length });
  const isCertain = deps.clock.now() - claimedAt >= CERTAIN_AFTER_MS;
  const [only] = found;
  if (only && (found.length === 1 || isCertain)) {
    await deps.calls.change(key, { carrierCallId: only.carrierCallId }, deps.clock.now());
    await applyCarrierProgress({ key, ...only }, deps);
  } else if (isCertain) {
    await applyCarrierProgress({ key, status: 'failed', carrierCallId: null, durationSeconds: 0 }, deps);
  } else {
    throw new RetryLater('not certain yet', LOOK_AGAIN_SECONDS);
  }
}

/** The carrier's calls that may be this one, the first one taken first. */
async function candidates(call: Call, claimedAt: number, deps: FindLostCallDeps): Promise<CarrierCall[]> {
  const { userId, clientPhoneNumber: to, assistantPhoneNumber: from } = call;
  const [found, others] = await Promise.all([
    deps.carrier.findCalls(to, from, claimedAt),
    deps.calls.createdBetween(userId, claimedAt - LONGEST_WAIT_MS, claimedAt + DIAL_WINDOW_MS),
  ]);
  const known = new Set(others.map(({ carrierCallId }) => carrierCallId));
  return found
    .filter(({ carrierCallId, createdAt }) => !known.has(carrierCallId) && createdAt <= claimedAt + DIAL_WINDOW_MS)
    .toSorted((one, other) => one.createdAt - other.createdAt);
}
