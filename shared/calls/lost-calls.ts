import type { CallDeps } from '#shared/calls/call-deps.ts';
import { isOver, type Call, type CallKey } from '#shared/calls/call.ts';
import type { Carrier, CarrierCall } from '#shared/calls/carrier.ts';
import { applyCarrierProgress, assignCarrierId, queueFinish } from '#shared/calls/track-call.ts';
import { RetryLater } from '#shared/platform/errors.ts';

export type FindLostCallDeps = Pick<CallDeps, 'calls' | 'carrier' | 'queue' | 'clock' | 'logger' | 'metrics'>;

/** This long after the claim the carrier lists every call that it has accepted. A dial request times out after 10 s. */
const CERTAIN_AFTER_MS = 20_000;
const LOOK_AGAIN_SECONDS = 10;
/** A dial request times out after 10 s, and clocks differ by some seconds. */
const DIAL_WINDOW_MS = 20_000;

/** Whether it is unknown if the carrier has the call. */
export function isLost({ type, claimedAt, carrierCallId }: Call): boolean {
  return type === 'outbound' && claimedAt !== null && carrierCallId === null;
}

/**
 * Looks for a call that was claimed for dialling and has no carrier id among the carrier's calls between the two numbers. It
 * takes none that could be another call's: a callback names the call that it is about, and so do the carrier's requests, which
 * can be read some time after the end of the call. It fails when the carrier did not accept it, or when the last look finds no
 * proof. It is never dialled again. `open`: the call is not over, or not known to be.
 * @throws RetryLater while the carrier's list is not certain
 */
export async function findLostCall(call: Call, deps: FindLostCallDeps, isLastLook: boolean): Promise<'over' | 'open'> {
  const key = { userId: call.userId, callId: call.id };
  const claimedAt = call.claimedAt ?? call.createdAt;
  const candidates = await findCandidates(call, claimedAt, deps);
  deps.logger.warn('searched the carrier for a call without carrier id', { ...key, candidates: candidates.length });
  const own = candidates.find(({ owner }) => owner !== undefined);
  if (own && (await assignCarrierId(key, own.carrierCallId, deps)) === 'assigned') {
    deps.metrics.count('LostCall', { outcome: 'identified' });
    await applyCarrierProgress({ key, ...own }, deps);
    return isOver(own.status) ? 'over' : 'open';
  }
  if (candidates.length === 0) {
    if (deps.clock.now() - claimedAt < CERTAIN_AFTER_MS) {
      throw new RetryLater('carrier outcome is unknown', LOOK_AGAIN_SECONDS);
    }
    return fail(key, 'not_accepted', deps);
  }
  return isLastLook ? fail(key, 'unidentified', deps) : 'open';
}

type Candidate = CarrierCall & { owner: CallKey | undefined };

/** The carrier's calls that may be this one: those that are proved to be this one, or whose owner is unknown. */
async function findCandidates(call: Call, claimedAt: number, deps: FindLostCallDeps): Promise<Candidate[]> {
  const { clientPhoneNumber: to, assistantPhoneNumber: from } = call;
  const carrier = deps.carrier(call.carrierAccount);
  const found = await carrier.findCalls(to, from, claimedAt);
  const inTime = found.filter(({ createdAt }) => createdAt <= claimedAt + DIAL_WINDOW_MS);
  const candidates = await Promise.all(
    inTime.map(async (one) => ({ ...one, owner: await findOwner(one, carrier, deps) })),
  );
  return candidates.filter(({ owner }) => !owner || (owner.userId === call.userId && owner.callId === call.id));
}

async function findOwner({ carrierCallId, status }: CarrierCall, carrier: Carrier, { calls }: FindLostCallDeps) {
  const owner = await calls.findByCarrierId(carrierCallId);
  return owner ?? (isOver(status) ? carrier.findOwner(carrierCallId) : undefined);
}

async function fail(key: CallKey, outcome: 'not_accepted' | 'unidentified', deps: FindLostCallDeps) {
  const failed = await deps.calls.failLost(key, deps.clock.now());
  // A callback has named it in the meantime.
  if (!failed) return 'open';
  deps.metrics.count('LostCall', { outcome });
  if (outcome === 'not_accepted') deps.logger.warn('the carrier did not accept the call', { ...key });
  else deps.logger.error('gave up a lost call: calls of the carrier may be it, and none is proved to be', { ...key });
  await queueFinish(key, failed.status, deps.queue);
  return 'over';
}
