import type { Call, CallKey } from '#shared/calls/call.ts';
import { isOver, type Carrier, type CarrierCall } from '#shared/calls/carrier.ts';
import { applyCarrierProgress, assignCarrierId, queueFinish } from '#shared/calls/track-call.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { CheckConversationDeps } from './unopened-calls.ts';

export interface FindLostCallDeps extends CheckConversationDeps {
  queue: Queue;
}

/** After the claim, for the carrier's list to be complete: a dial request times out after 10 s. */
const CERTAIN_AFTER_MS = 20_000;
const LOOK_AGAIN_SECONDS = 10;
/** A dial request times out after 10 s, and clocks differ by some seconds. */
const DIAL_WINDOW_MS = 20_000;

export function isLost({ type, claimedAt, carrierCallId }: Call): boolean {
  return type === 'outbound' && claimedAt !== null && carrierCallId === null;
}

/**
 * Takes only a proved call: a callback names its call, and so do the carrier's requests, some time after the end.
 * Fails it if the carrier did not accept it, or the last look finds no proof. `open`: not known to be over.
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
  if (!failed) return 'open';
  deps.metrics.count('LostCall', { outcome });
  if (outcome === 'not_accepted') deps.logger.warn('the carrier did not accept the call', { ...key });
  else deps.logger.error('gave up a lost call: calls of the carrier may be it, and none is proved to be', { ...key });
  await queueFinish(key, failed.status, deps.queue);
  return 'over';
}
