import type { CarrierReason } from '#shared/calls/call-reasons.ts';
import type { CallChange, CallStore } from '#shared/calls/call-store.ts';
import { type Call, type CallKey } from '#shared/calls/call.ts';
import { isOver, toCallStatus, type ReportedStatus } from '#shared/calls/carrier.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import { hasEnded, isFinal, statusesBefore, type CallStatus } from './call-status.ts';

export interface CarrierProgress {
  key: CallKey;
  status: ReportedStatus;
  /** Undefined: a call that was answered is measured. */
  durationSeconds: number | undefined;
  reason?: CarrierReason | undefined;
  /** As read just before: a report that its status has passed needs no write. */
  before?: Call | undefined;
}

export interface ApplyCarrierProgressDeps {
  calls: CallStore;
  queue: Queue;
  clock: Clock;
}

export interface IdentifyCarrierCallDeps {
  calls: CallStore;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/** Evidence of who hung up arrives within this time after the line is down. */
const SETTLING_SECONDS = 2;
/** Each report of the end queues the final steps until the call is settled, so a crash loses nothing. */
export async function applyCarrierProgress(
  progress: CarrierProgress,
  deps: ApplyCarrierProgressDeps,
): Promise<Call | undefined> {
  const { key } = progress;
  const next = toCallStatus(progress.status);
  if (next === 'initiated') return undefined;
  const now = deps.clock.now();
  const from = statusesBefore(next);
  const isPassed = progress.before !== undefined && !from.includes(progress.before.status);
  const changed =
    (isPassed ? undefined : await deps.calls.change(key, await changeFor(next, progress, deps), now, from)) ??
    (await failUnanswered(progress, now, deps));
  if (!isOver(progress.status)) return changed;
  const call = changed ?? (await deps.calls.get(key));
  if (call && needsFinishing(call)) {
    await queueFinish(key, call.status, deps.queue);
    await queueSlotRelease(call, deps.queue);
  }
  return changed;
}

async function changeFor(
  next: CallStatus,
  progress: CarrierProgress,
  deps: Pick<ApplyCarrierProgressDeps, 'calls' | 'clock'>,
): Promise<CallChange> {
  const now = deps.clock.now();
  const isOverNow = next === 'ended' || isFinal(next);
  return {
    status: next,
    ...(next === 'in-progress' ? { answeredAt: now } : {}),
    ...(progress.status === 'cancelled' ? { wasCancelled: true } : {}),
    ...(isFinal(next) && progress.reason ? { carrierReason: progress.reason } : {}),
    ...(isOverNow
      ? { endedAt: now, durationSeconds: progress.durationSeconds ?? (await measure(progress, deps)) }
      : {}),
  };
}

/** Call seconds since the answer; 0 for a call that was not answered. */
async function measure(
  { key, before }: CarrierProgress,
  { calls, clock }: Pick<ApplyCarrierProgressDeps, 'calls' | 'clock'>,
): Promise<number> {
  const answeredAt = (before ?? (await calls.get(key)))?.answeredAt ?? null;
  return answeredAt === null ? 0 : Math.ceil((clock.now() - answeredAt) / clock.callMs(1));
}

/** Inbound and web calls are in progress as soon as the carrier has its instructions, so they may end unanswered. */
async function failUnanswered(
  { key, status, durationSeconds }: CarrierProgress,
  now: number,
  deps: ApplyCarrierProgressDeps,
) {
  if (!['busy', 'no-answer', 'cancelled'].includes(status)) return undefined;
  const call = await deps.calls.get(key);
  if (!call || call.type === 'outbound' || call.connectionId !== null) return undefined;
  const failed = {
    status: 'failed',
    reason: 'caller_gave_up',
    endedAt: now,
    durationSeconds: durationSeconds ?? 0,
  } as const;
  return deps.calls.change(key, failed, now, ['in-progress']);
}

/** Call seconds. The carrier's answer takes 10 s at most. */
const FIRST_LOOK_SECONDS = 30;

/** Before the call is dialled; its time counts from here. A waiting call has no watchdog. */
export async function watchDialledCall({ userId, callId }: CallKey, { timer }: { timer: Timer }): Promise<void> {
  const waitedSeconds = FIRST_LOOK_SECONDS;
  await timer.afterCallSeconds(waitedSeconds, 'check-call', { userId, callId, waitedSeconds });
}

/** Call seconds. */
const LAST_CALLBACK_SECONDS = 10;

/** In case the last status callback is lost. */
export async function expectLastCallback(key: CallKey, { timer }: { timer: Timer }): Promise<void> {
  await timer.afterCallSeconds(LAST_CALLBACK_SECONDS, 'check-call', key);
}

/** By then the call is in progress, and the carrier accepts a time limit for it. */
const LIMIT_AFTER_SECONDS = 5;

export async function expectTimeLimit(key: CallKey, { timer }: { timer: Timer }): Promise<void> {
  await timer.afterCallSeconds(LIMIT_AFTER_SECONDS, 'check-call', { ...key, limit: true });
}

export function needsFinishing(call: Call): boolean {
  return call.hold > 0 && hasEnded(call.status);
}

export async function queueFinish(key: CallKey, status: CallStatus, queue: Queue): Promise<void> {
  await queue.send('finish-call', key, {
    groupId: String(key.userId),
    delaySeconds: status === 'ended' ? SETTLING_SECONDS : 0,
  });
}

/** Settling takes a few seconds more: the next lead does not wait for it. */
async function queueSlotRelease({ userId, id, campaignId, leadId, status }: Call, queue: Queue): Promise<void> {
  if (campaignId === null || leadId === undefined || status !== 'ended') return;
  await queue.send('dial-campaign', { userId, campaignId, endedCallId: id }, { groupId: String(userId) });
}

/** @throws AppError call_not_found if the call does not exist; forbidden if the carrier's id is that of another call */
export async function findCarrierCall(
  key: CallKey,
  carrierCallId: string,
  deps: { calls: CallStore; logger: Logger },
): Promise<Call> {
  const call = await deps.calls.get(key);
  if (!call) {
    deps.logger.warn('carrier callback for an unknown call', { ...key });
    throw new AppError('call_not_found');
  }
  if (call.carrierCallId !== null && call.carrierCallId !== carrierCallId) {
    deps.logger.warn('carrier callback with the id of another call', { ...key });
    throw new AppError('forbidden');
  }
  return call;
}

/** The carrier has signed the URL with our call, so the id is its own. @throws AppError as `findCarrierCall` does */
export async function identifyCarrierCall(
  key: CallKey,
  carrierCallId: string,
  deps: IdentifyCarrierCallDeps,
): Promise<Call> {
  const call = await findCarrierCall(key, carrierCallId, deps);
  if (call.carrierCallId !== null) return call;
  if ((await assignCarrierId(key, carrierCallId, deps)) === 'refused') throw new AppError('forbidden');
  return { ...call, carrierCallId };
}

/** An id belongs to one call: `refused` changes nothing. */
export async function assignCarrierId(
  key: CallKey,
  carrierCallId: string,
  { calls, clock, logger, metrics }: IdentifyCarrierCallDeps,
): Promise<'assigned' | 'refused'> {
  const outcome = await calls.assignCarrierId(key, carrierCallId, clock.now());
  if (outcome === 'refused') {
    metrics.count('CarrierIdRefused');
    logger.error('the carrier id belongs to another call', { ...key, carrierCallId });
  }
  return outcome;
}
