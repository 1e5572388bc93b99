import { hasEnded } from '#shared/calls/call-status.ts';
import { longestSecondsOf, secondsOnLine, type Call, type CallKey } from '#shared/calls/call.ts';
import { isOver, patientCarrier, type CarrierCallState } from '#shared/calls/carrier.ts';
import type { NumberLines } from '#shared/calls/number-line.ts';
import {
  applyCarrierProgress,
  needsFinishing,
  queueFinish,
  watchDialledCall,
  type CarrierProgress,
} from '#shared/calls/track-call.ts';
import { retryLater } from '#shared/numbers/carrier-account.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import { recordIdTime } from '#shared/platform/ids.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import { cancelWaitingCall, hangUpEndedCall, isWaiting } from './end-call.ts';
import { findLostCall, isLost, type FindLostCallDeps } from './find-lost-call.ts';
import { serveLine } from './serve-line.ts';
import { checkConversation, checkNextConnection, hasConversation } from './unopened-calls.ts';

export interface CheckCallDeps extends FindLostCallDeps {
  numberLines: NumberLines;
}

const SECOND_LOOK_SECONDS = 90;
const SECOND_LOOK_AFTER_SECONDS = 60;
/** A pump that has set the watchdog claims the call within this wall-clock time: Lambda stops it after 45 s. */
const LATEST_CLAIM_MS = 60_000;
const NEXT_LOOK_AFTER_SECONDS = 900;
/**
 * 60 s of ringing, 20 minutes of the longest call and 15 minutes until the carrier lists its requests are 36 minutes.
 * The rest is for calls that wait at the carrier. The looks are 30, 90, 990, 1890, 2790, 3690.
 */
const LAST_LOOK_SECONDS = 3_600;
const SILENCE_SECONDS = 300;
const CHECK_AGAIN_SECONDS = 60;
/** Then the time limit is long over, whatever the carrier reports. */
const HANGING_UP_SECONDS = 600;
const LIMIT_AGAIN_SECONDS = 5;
/** After the id of an inbound call was drawn: the carrier waits 15 s for its instructions. */
const STORED_WITHIN_MS = 30_000;
/** 5,000 messages, one a minute, are 3.5 days. Ten crashes would put the watchdog in the dead-letter queue. */
const CARRIER_AGAIN_SECONDS = 60;
/** A delay of 2 s and at most two evaluations of 20 s; the rest is for retries. */
const LONGEST_FINISHING_MS = 2 * 60_000;

/**
 * Reconciles a call with the carrier, after its conversation and by the watchdog timer that every dialled call has.
 * @throws RetryLater if the carrier does not answer, or its answer is not certain yet
 */
export async function checkCall(message: QueueMessage<'check-call'>, deps: CheckCallDeps): Promise<void> {
  const orLater = retryLater(CARRIER_AGAIN_SECONDS, deps.logger);
  await check(message, { ...deps, carrier: patientCarrier(deps.carrier, orLater) });
}

async function check(message: QueueMessage<'check-call'>, deps: CheckCallDeps): Promise<void> {
  const key = { userId: message.userId, callId: message.callId };
  const { waitedSeconds } = message;
  const call = await deps.calls.get(key);
  if (!call) return expectCall(message, deps);
  if (message.waiter) return serveLine(call, message.waiter, deps);
  if (needsFinishing(call)) return finishAgain(call, deps);
  if (hasEnded(call.status)) return;
  if (message.limit === true) return limitCall(call, deps);
  if (message.end === true) return hangUpEndedCall(call, deps);
  if (message.expiry === true) return expireWaitingCall(call, deps);
  if (message.connection !== undefined) return checkNextConnection(call, message.connection, deps);
  if (call.type === 'web' && call.carrierCallId === null) return void (await cancelWaitingCall(key, 'expired', deps));
  if (isWaiting(call)) return awaitClaim(call, waitedSeconds, deps);
  if (isLost(call)) return lookForLostCall(call, waitedSeconds, deps);
  if (waitedSeconds === undefined) return reconcileWithCarrier(call, undefined, deps);
  await runWatchdog(call, waitedSeconds, deps);
}

/** The message precedes the storing of an inbound call. @throws RetryLater if the call may still be stored */
function expectCall({ callId, limit }: QueueMessage<'check-call'>, { clock }: CheckCallDeps): void {
  if (limit !== true || clock.now() - recordIdTime(callId) >= STORED_WITHIN_MS) return;
  throw new RetryLater('the call is not stored yet', LIMIT_AGAIN_SECONDS);
}

async function finishAgain(call: Call, deps: CheckCallDeps): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  if (deps.clock.now() - (call.endedAt ?? call.updatedAt) > LONGEST_FINISHING_MS) {
    deps.metrics.count('MoneyHeldTooLong');
    deps.logger.error('finished call still holds money', { ...key, status: call.status });
  }
  await queueFinish(key, call.status, deps.queue);
}

/**
 * The pump that set the watchdog may claim after this look. One more sees whether it must be watched anew. A call of 0.1.0 has no
 * round: it waited in a queue that the upgrade has removed, and nothing would dial it.
 */
async function awaitClaim(call: Call, waitedSeconds: number | undefined, deps: CheckCallDeps) {
  if (waitedSeconds === undefined) return;
  const key = { userId: call.userId, callId: call.id };
  if (call.fairnessRound === undefined) {
    if (await cancelWaitingCall(key, 'expired', deps)) deps.metrics.count('CallCancelled', { reason: 'expired' });
    return;
  }
  const seconds = LATEST_CLAIM_MS / deps.clock.callMs(1) - waitedSeconds;
  if (seconds > 0) await lookAgain(key, waitedSeconds, seconds, deps);
}

/** One that a pump has claimed was in time. */
async function expireWaitingCall(call: Call, deps: CheckCallDeps): Promise<void> {
  const { userId, id: callId, dialBefore, claimedAt } = call;
  if (dialBefore === undefined || claimedAt !== null) return;
  const key = { userId, callId };
  const now = deps.clock.now();
  if (now < dialBefore) return deps.timer.at(dialBefore, 'check-call', { ...key, expiry: true });
  if (await cancelWaitingCall(key, 'expired', deps)) deps.metrics.count('CallCancelled', { reason: 'expired' });
}

/** The carrier accepts a limit only while the call is in progress. @throws RetryLater if it is not in progress yet */
async function limitCall(call: Call, deps: CheckCallDeps): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  const { carrierCallId, carrierAccount } = call;
  if (carrierCallId === null) return;
  const carrier = deps.carrier(carrierAccount);
  if ((await carrier.limitDuration(carrierCallId, longestSecondsOf(call))) === 'updated') {
    if (!(await hasConversation(call, deps))) await watchDialledCall(key, deps);
    return;
  }
  const known = await carrier.fetchCall(carrierCallId);
  if (!known) return;
  if (!isOver(known.status)) throw new RetryLater('the call is not in progress yet', LIMIT_AGAIN_SECONDS);
  await applyEnd(key, known, deps);
}

/** It fails a call in progress that never connected, because its answer and its end came at once: no report follows. */
async function applyEnd(key: CallKey, known: CarrierCallState, deps: CheckCallDeps): Promise<void> {
  if (await applyCarrierProgress({ key, ...known }, deps)) return;
  const { durationSeconds } = known;
  if (known.status !== 'ended') await applyCarrierProgress({ key, status: 'failed', durationSeconds }, deps);
}

async function lookForLostCall(call: Call, waitedSeconds: number | undefined, deps: CheckCallDeps): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  const isLastLook = waitedSeconds !== undefined && waitedSeconds >= LAST_LOOK_SECONDS;
  if ((await findLostCall(call, deps, isLastLook)) === 'over' || waitedSeconds === undefined) return;
  const seconds = waitedSeconds < SECOND_LOOK_SECONDS ? SECOND_LOOK_AFTER_SECONDS : NEXT_LOOK_AFTER_SECONDS;
  await lookAgain(key, waitedSeconds, seconds, deps);
}

async function runWatchdog(call: Call, waitedSeconds: number, deps: CheckCallDeps): Promise<void> {
  const looksAgainAfter = await checkConversation(call, waitedSeconds, deps);
  const remaining = longestSeconds(call, deps) - waitedSeconds;
  if (remaining <= 0) return reconcileWithCarrier(call, waitedSeconds, deps);
  const seconds = Math.min(looksAgainAfter ?? remaining, remaining);
  await lookAgain({ userId: call.userId, callId: call.id }, waitedSeconds, seconds, deps);
}

function longestSeconds(call: Call, { clock }: CheckCallDeps): number {
  return secondsOnLine(call, longestSecondsOf(call), clock) + SILENCE_SECONDS;
}

/** `seconds`: call seconds until then. */
async function lookAgain(key: CallKey, waitedSeconds: number, seconds: number, { timer }: CheckCallDeps) {
  await timer.afterCallSeconds(seconds, 'check-call', { ...key, waitedSeconds: waitedSeconds + seconds });
}

/** `waitedSeconds`: of the watchdog, if it closes a call whose time is up. */
async function reconcileWithCarrier(call: Call, waitedSeconds: number | undefined, deps: CheckCallDeps): Promise<void> {
  if (call.carrierCallId === null) return;
  const key = { userId: call.userId, callId: call.id };
  const known = await deps.carrier(call.carrierAccount).fetchCall(call.carrierCallId);
  if (waitedSeconds !== undefined) {
    deps.metrics.count('CallReconciled', { status: call.status });
    deps.logger.warn('call watchdog: no carrier report in time', { ...key, status: call.status });
  }
  if (!known) {
    await applyCarrierProgress({ key, status: 'failed', durationSeconds: 0 }, deps);
  } else if (isOver(known.status)) {
    await applyEnd(key, known, deps);
  } else if (waitedSeconds !== undefined && waitedSeconds >= longestSeconds(call, deps) + HANGING_UP_SECONDS) {
    await applyCarrierProgress({ key, ...assumedEnd(call, known) }, deps);
  } else if (waitedSeconds !== undefined) {
    await deps.carrier(call.carrierAccount).hangUp(call.carrierCallId);
    await lookAgain(key, waitedSeconds, CHECK_AGAIN_SECONDS, deps);
  }
}

/** For an end that the carrier does not report. A call that was never answered costs nothing. */
function assumedEnd(call: Call, known: CarrierCallState): Pick<CarrierProgress, 'status' | 'durationSeconds'> {
  const wasAnswered = call.answeredAt !== null || known.status === 'in-progress';
  return wasAnswered
    ? { status: 'ended', durationSeconds: longestSecondsOf(call) }
    : { status: 'failed', durationSeconds: 0 };
}
