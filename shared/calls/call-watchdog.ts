import type { CallStore } from '#shared/calls/call-store.ts';
import { isFinal, isOver, type Call } from '#shared/calls/call.ts';
import type { Carrier, CarrierCall } from '#shared/calls/carrier.ts';
import { applyCarrierProgress, needsFinishing, queueFinish } from '#shared/calls/track-call.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { Metrics, Logger } from '#shared/platform/observability/telemetry.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface CheckCallDeps extends FindLostCallDeps {
  timer: Timer;
  metrics: Metrics;
}

/** A call that hears nothing from the carrier for its allowed duration and five minutes is closed. */
const SILENCE_SECONDS = 300;
const CHECK_AGAIN_SECONDS = 60;
const LIMIT_AGAIN_SECONDS = 5;
/** Finishing takes a delay of 2 s and at most two evaluations of 20 s. */
const LONGEST_FINISHING_MS = 2 * 60_000;

/**
 * Asks the carrier how a call stands and applies that. Called some seconds after a conversation has ended, and by the watch
 * that every call has from its start, which looks again until the call's time is up and then closes it.
 */
export async function checkCall(message: QueueMessage<'check-call'>, deps: CheckCallDeps): Promise<void> {
  const key = { userId: message.userId, callId: message.callId };
  const call = await deps.calls.get(key);
  // The watch is set before the call is stored: a refused request leaves a watch without a call.
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

  const isWatch = message.waitedSeconds !== undefined;
  const remaining = call.allowedSeconds + SILENCE_SECONDS - (message.waitedSeconds ?? 0);
  if (isWatch && remaining > 0) {
    await deps.timer.afterCallSeconds(remaining, 'check-call', {
      ...key,
      waitedSeconds: call.allowedSeconds + SILENCE_SECONDS,
    });
    return;
  }
  await reconcileWithCarrier(call, message, isWatch, deps);
}

/**
 * A call that comes in has no time limit at the carrier before it is on the line. One that is not there any more has ended,
 * and nobody has said so.
 * @throws RetryLater when it is not there yet
 */
async function limitCall(call: Call, deps: CheckCallDeps): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  const { carrierCallId, allowedSeconds } = call;
  if (carrierCallId === null || (await deps.carrier.limitDuration(carrierCallId, allowedSeconds)) === 'updated') return;
  const known = await deps.carrier.fetchCall(carrierCallId);
  // The watch closes a call that the carrier does not know.
  if (!known) return;
  if (!isOver(known.status)) throw new RetryLater('the call is not on the line yet', LIMIT_AGAIN_SECONDS);
  await applyCarrierProgress({ key, ...known }, deps);
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
    if (call.claimedAt !== null) await findLostCall(call, deps);
    else if (isOverdue) {
      await applyCarrierProgress({ key, status: 'failed', carrierCallId: null, durationSeconds: 0 }, deps);
    }
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
