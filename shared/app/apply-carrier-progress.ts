import { isFinal, statusesBefore, type CallStatus } from '#shared/domain/call/call-status.ts';
import type { Call, CallKey } from '#shared/domain/call/call.ts';
import { isOver, toCallStatus, type CarrierStatus } from '#shared/domain/call/carrier-progress.ts';
import type { CallChange, CallStore } from '#shared/ports/call-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Queue } from '#shared/ports/queue.ts';

export interface CarrierProgress {
  key: CallKey;
  status: CarrierStatus;
  /** Null when the call's id at the carrier is not known. */
  carrierCallId: string | null;
  durationSeconds: number;
}

export interface ApplyCarrierProgressDeps {
  calls: CallStore;
  queue: Queue;
  clock: Clock;
}

/** Late news of who hung up arrives within this time of the end of the line. */
const SETTLING_SECONDS = 2;

/**
 * Moves a call to where the carrier says it is, if that is forward; late, repeated and reordered news change nothing.
 * When the line is down the rest of the story is queued, again on every repeat until it is told, so that a crash in between loses nothing.
 * Gives the call after the change; undefined when nothing changed.
 */
export async function applyCarrierProgress(
  progress: CarrierProgress,
  deps: ApplyCarrierProgressDeps,
): Promise<Call | undefined> {
  const { key } = progress;
  const next = toCallStatus(progress.status);
  const now = deps.clock.now();
  const from = next === 'initiated' ? [next] : statusesBefore(next);
  const changed =
    (await deps.calls.change(key, changeFor(next, progress, now), now, from)) ??
    (await failUnanswered(progress, now, deps));
  if (!isOver(progress.status)) return changed;
  const call = changed ?? (await deps.calls.get(key));
  if (call && needsFinishing(call)) {
    await queueFinish(key, call.status, deps.queue);
    await freeLine(call, deps.queue);
  }
  return changed;
}

/**
 * A call that came in is in progress as soon as the carrier has been told what to do with it. A caller who has hung up by
 * then was never on the line: the carrier's last word is that nobody answered, which no call in progress can become.
 */
async function failUnanswered(
  { key, status, durationSeconds }: CarrierProgress,
  now: number,
  deps: ApplyCarrierProgressDeps,
) {
  if (!['busy', 'no-answer', 'canceled'].includes(status)) return undefined;
  const call = await deps.calls.get(key);
  if (call?.type !== 'inbound' || call.connectionId !== null) return undefined;
  return deps.calls.change(key, { status: 'failed', endedAt: now, durationSeconds }, now, ['in-progress']);
}

function changeFor(next: CallStatus, progress: CarrierProgress, now: number): CallChange {
  return {
    status: next,
    ...(progress.carrierCallId === null ? {} : { carrierCallId: progress.carrierCallId }),
    ...(next === 'in-progress' ? { answeredAt: now } : {}),
    ...(progress.status === 'canceled' ? { wasCancelled: true } : {}),
    ...(next === 'ended' || isFinal(next) ? { endedAt: now, durationSeconds: progress.durationSeconds } : {}),
  };
}

/** A campaign's line is down, and its story takes some seconds more: the next lead need not wait for that. */
async function freeLine({ userId, id, campaignId, leadId, status }: Call, queue: Queue): Promise<void> {
  if (campaignId === null || leadId === undefined || status !== 'ended') return;
  await queue.send('dial-campaign', { userId, campaignId, endedCallId: id }, { groupId: String(userId) });
}

/** Whether the line is down and the call is not settled yet. */
export function needsFinishing(call: Call): boolean {
  return call.hold > 0 && (call.status === 'ended' || isFinal(call.status));
}

export async function queueFinish(key: CallKey, status: CallStatus, queue: Queue): Promise<void> {
  await queue.send('finish-call', key, {
    groupId: String(key.userId),
    delaySeconds: status === 'ended' ? SETTLING_SECONDS : 0,
  });
}
