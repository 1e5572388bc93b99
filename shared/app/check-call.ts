import { applyCarrierProgress, needsFinishing, queueFinish } from '#shared/app/apply-carrier-progress.ts';
import { findLostCall, type FindLostCallDeps } from '#shared/app/find-lost-call.ts';
import { RetryLater } from '#shared/domain/errors/retry-later.ts';
import { isFinal } from '#shared/domain/call/call-status.ts';
import type { Call } from '#shared/domain/call/call.ts';
import { isOver } from '#shared/domain/call/carrier-progress.ts';
import type { QueueMessage } from '#shared/messages/queue-messages.ts';
import type { Metrics } from '#shared/ports/metrics.ts';
import type { Timer } from '#shared/ports/timer.ts';

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
      deps.logger.error('a call that is over still holds money', { ...key, status: call.status });
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
  await reconcile(call, message, isWatch, deps);
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

async function reconcile(
  call: Call,
  message: QueueMessage<'check-call'>,
  isOverdue: boolean,
  deps: CheckCallDeps,
): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  if (isOverdue) {
    deps.metrics.count('CallReconciled', { status: call.status });
    deps.logger.warn('a call heard nothing from the carrier for too long', { ...key, status: call.status });
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
