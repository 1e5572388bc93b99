import type { CallDeps } from '#shared/calls/call-deps.ts';
import { isFinal, isOver, type Call, type CallKey } from '#shared/calls/call.ts';
import type { CarrierCall } from '#shared/calls/carrier.ts';
import { applyCarrierProgress, needsFinishing, queueFinish } from '#shared/calls/track-call.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';

export type FindLostCallDeps = Pick<CallDeps, 'calls' | 'carrier' | 'queue' | 'clock' | 'logger'>;

export type CheckCallDeps = FindLostCallDeps & Pick<CallDeps, 'timer' | 'metrics'>;

/** Call seconds until the watchdog first looks at a dialled call. The carrier's answer takes 10 s at most. */
const FIRST_LOOK_SECONDS = 30;
/** The watchdog closes a call if no carrier report came within its allowed duration and this time. */
const SILENCE_SECONDS = 300;
const CHECK_AGAIN_SECONDS = 60;
const LIMIT_AGAIN_SECONDS = 5;
/** Finishing takes a delay of 2 s and at most two evaluations of 20 s; the rest is time for retries. */
const LONGEST_FINISHING_MS = 2 * 60_000;
/** This long after the claim the carrier lists every call that it has accepted. */
const CERTAIN_AFTER_MS = 20_000;
const LOOK_AGAIN_SECONDS = 10;
/** A dial request times out after 10 s, and clocks differ by some seconds. */
const DIAL_WINDOW_MS = 20_000;
/** The longest time between creating and dialling a call. */
const LONGEST_WAIT_MS = 10 * 60_000;

/** Sets the watchdog of a call that is about to be dialled. Its time counts from here; a waiting call has none. */
export async function watchDialledCall({ userId, callId }: CallKey, { timer }: Pick<CallDeps, 'timer'>): Promise<void> {
  const waitedSeconds = FIRST_LOOK_SECONDS;
  await timer.afterCallSeconds(waitedSeconds, 'check-call', { userId, callId, waitedSeconds });
}

/**
 * Reconciles a call with the carrier. Triggered some seconds after a conversation ended, and by the watchdog timer that
 * every dialled call has. The watchdog looks up a call whose carrier id is missing, waits until the call's time is up, and
 * then closes it.
 * @throws RetryLater if the carrier's answer is not certain yet
 */
export async function checkCall(message: QueueMessage<'check-call'>, deps: CheckCallDeps): Promise<void> {
  const key = { userId: message.userId, callId: message.callId };
  const call = await deps.calls.get(key);
  if (!call) return;
  if (needsFinishing(call)) {
    if (deps.clock.now() - (call.endedAt ?? call.updatedAt) > LONGEST_FINISHING_MS) {
      deps.metrics.count('MoneyHeldTooLong');
      deps.logger.error('finished call still holds money', { ...key, status: call.status });
    }
    await queueFinish(key, call.status, deps.queue);
    return;
  }
  if (call.status === 'ended' || isFinal(call.status)) return;
  if (message.limit === true) return limitCall(call, deps);

  const isWatchdog = message.waitedSeconds !== undefined;
  const isWaiting = call.type === 'outbound' && call.status === 'initiated' && call.claimedAt === null;
  if (isWaiting) return;
  if (isWatchdog && isLost(call)) await findLostCall(call, deps);
  const remaining = call.allowedSeconds + SILENCE_SECONDS - (message.waitedSeconds ?? 0);
  if (isWatchdog && remaining > 0) {
    await deps.timer.afterCallSeconds(remaining, 'check-call', {
      ...key,
      waitedSeconds: call.allowedSeconds + SILENCE_SECONDS,
    });
    return;
  }
  await reconcileWithCarrier(call, message, isWatchdog, deps);
}

/**
 * Sets the time limit of an inbound call. The carrier accepts a limit only while the call is in progress. If the call has
 * ended instead, and no callback came, the carrier's report is applied.
 * @throws RetryLater if the call is not in progress yet
 */
async function limitCall(call: Call, deps: CheckCallDeps): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  const { carrierCallId, allowedSeconds } = call;
  if (carrierCallId === null || (await deps.carrier.limitDuration(carrierCallId, allowedSeconds)) === 'updated') return;
  const known = await deps.carrier.fetchCall(carrierCallId);
  // The watchdog closes a call that the carrier does not know.
  if (!known) return;
  if (!isOver(known.status)) throw new RetryLater('the call is not in progress yet', LIMIT_AGAIN_SECONDS);
  await applyCarrierProgress({ key, ...known }, deps);
}

/** Whether it is unknown if the carrier has the call. */
function isLost({ status, claimedAt, carrierCallId }: Call): boolean {
  return status === 'initiated' && claimedAt !== null && carrierCallId === null;
}

async function reconcileWithCarrier(
  call: Call,
  message: QueueMessage<'check-call'>,
  isOverdue: boolean,
  deps: CheckCallDeps,
): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  if (isOverdue) {
    deps.metrics.count('CallReconciled', { status: call.status });
    deps.logger.warn('call watchdog: no carrier report in time', { ...key, status: call.status });
  }
  if (call.carrierCallId === null) {
    if (isLost(call)) await findLostCall(call, deps);
    return;
  }
  const known = await deps.carrier.fetchCall(call.carrierCallId);
  if (known && isOver(known.status)) {
    await applyCarrierProgress({ key, ...known }, deps);
  } else if (!known) {
    await applyCarrierProgress({ key, status: 'failed', carrierCallId: null, durationSeconds: 0 }, deps);
  } else if (isOverdue) {
    await deps.carrier.hangUp(call.carrierCallId);
    await deps.timer.afterCallSeconds(CHECK_AGAIN_SECONDS, 'check-call', message);
  }
}

/**
 * Finds the carrier's id of a call that was claimed for dialling and has none. Asks the carrier for calls between the two
 * numbers at the time of the claim, and leaves out those that belong to other calls of the user. If none remains when
 * the carrier's list is certain, the call was not accepted and fails. It is never dialled again.
 * @throws RetryLater while the carrier's list is not certain
 */
export async function findLostCall(call: Call, deps: FindLostCallDeps): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  const claimedAt = call.claimedAt ?? call.createdAt;
  const found = await findCandidates(call, claimedAt, deps);
  deps.logger.warn('searched the carrier for a call without carrier id', { ...key, found: found.length });
  const isCertain = deps.clock.now() - claimedAt >= CERTAIN_AFTER_MS;
  const [only] = found;
  if (only && (found.length === 1 || isCertain)) {
    await deps.calls.change(key, { carrierCallId: only.carrierCallId }, deps.clock.now());
    await applyCarrierProgress({ key, ...only }, deps);
  } else if (isCertain) {
    await applyCarrierProgress({ key, status: 'failed', carrierCallId: null, durationSeconds: 0 }, deps);
  } else {
    throw new RetryLater('carrier outcome is unknown', LOOK_AGAIN_SECONDS);
  }
}

/** The carrier's calls that may be this one, oldest first. */
async function findCandidates(call: Call, claimedAt: number, deps: FindLostCallDeps): Promise<CarrierCall[]> {
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
