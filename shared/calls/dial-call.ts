import type { CallStore } from '#shared/calls/call-store.ts';
import { findLostCall } from '#shared/calls/call-watchdog.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { Carrier } from '#shared/calls/carrier.ts';
import type { DialQueue, DialQueueEntry } from '#shared/calls/dial-queue.ts';
import { needsFinishing, queueFinish } from '#shared/calls/track-call.ts';
import { leadCallRefusal, type LeadCallRefusalDeps } from '#shared/campaigns/call-lead.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface PlaceCallDeps extends DialCallDeps {
  dialQueue: DialQueue;
  timer: Timer;
}

/** A timer is late by a second or so. Turns that were held up for longer would come all at once, and are taken anew. */
const SLOT_LATE_MS = 2500;

/** A turn that meets so many calls which need none any more is given back to chance. */
const MAX_ENTRIES_PER_SLOT = 10;

/**
 * Dials a call when the carrier can take it: at once if nobody is ahead, else at the next free turn. A turn is not this
 * call's own: it serves whoever is first in the line when it comes, so that one user's many calls do not hold up another's one.
 * @throws RetryLater as `placeCall` does
 */
export async function placeCall(message: QueueMessage<'place-call'>, deps: PlaceCallDeps): Promise<void> {
  const { userId, callId, lane, slotAt } = message;
  const now = deps.clock.now();
  if (slotAt !== undefined && now - slotAt < SLOT_LATE_MS) return dialNextEntry(message, deps);
  const turn = await deps.dialQueue.reserveSlot(now);
  if (slotAt === undefined) {
    if (turn <= now) {
      await dialCall(message, deps);
      return;
    }
    await deps.dialQueue.enqueue({ userId, callId }, lane ?? 'interactive', now);
  } else if (turn <= now) {
    return dialNextEntry(message, deps);
  }
  await deps.timer.at(turn, 'place-call', { ...message, slotAt: turn });
}

async function dialNextEntry(message: QueueMessage<'place-call'>, deps: PlaceCallDeps): Promise<void> {
  for (const place of await deps.dialQueue.peek(MAX_ENTRIES_PER_SLOT)) {
    const isServed = await dialEntry(place, deps);
    await deps.dialQueue.remove(place, isServed);
    if (isServed) return;
  }
  // Nobody is left in the line; a crash may have lost this one's place.
  await dialCall(message, deps);
}

/** Whether the turn is used up. A call that must wait again gets a message of its own: this one may be another's. */
async function dialEntry({ userId, callId, priority }: DialQueueEntry, deps: PlaceCallDeps): Promise<boolean> {
  const message = { userId, callId, ...(priority === 'campaign' && { lane: priority }) };
  try {
    return await dialCall(message, deps);
  } catch (error) {
    if (!(error instanceof RetryLater)) throw error;
    const delaySeconds = Math.min(900, Math.ceil(error.delaySeconds));
    await deps.queue.send('place-call', message, { groupId: String(userId), delaySeconds });
    return true;
  }
}

export interface DialCallDeps extends LeadCallRefusalDeps {
  calls: CallStore;
  carrier: Carrier;
  queue: Queue;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/** A call that cannot be dialled for so long is given up: nobody expects the phone to ring any more. */
const GIVE_UP_MS = 5 * 60_000;
/** Long enough for the carrier to list a call that it has taken. */
const LOOK_UP_SECONDS = 10;

/**
 * Dials a call, once in its life. The claim comes first; a claim without the carrier's id means that it is not known
 * whether the carrier has the call, and then the carrier is asked, never dialled again.
 * Gives whether the carrier was asked to dial.
 * @throws RetryLater when the carrier cannot take the call now, or when it is not known yet whether it did
 */
export async function dialCall(
  { userId, callId, lane }: QueueMessage<'place-call'>,
  deps: DialCallDeps,
): Promise<boolean> {
  const key = { userId, callId };
  if (lane === 'campaign' && (await isCancelled(key, deps))) return false;
  const claimed = await deps.calls.claimDialling(key, deps.clock.now());
  if (claimed) {
    await dial(claimed, key, deps);
    return true;
  }
  const call = await deps.calls.get(key);
  if (!call) {
    deps.logger.warn('call to dial not found', { ...key });
    return false;
  }
  if (needsFinishing(call)) await queueFinish(key, call.status, deps.queue);
  if (call.status === 'initiated' && call.carrierCallId === null) await findLostCall(call, deps);
  return false;
}

/** The message may be late: what allowed a campaign's call when it was made is looked at again, right before it is dialled. */
async function isCancelled(key: CallKey, deps: DialCallDeps): Promise<boolean> {
  const call = await deps.calls.get(key);
  if (call?.status !== 'initiated' || call.claimedAt !== null) return false;
  const reason = await leadCallRefusal(call, deps);
  if (reason === undefined) return false;
  const cancelled = await deps.calls.cancelDialling(key, reason, deps.clock.now());
  if (!cancelled) return false;
  deps.metrics.count('LeadCallCancelled', { reason });
  await queueFinish(key, cancelled.status, deps.queue);
  return true;
}

async function dial(call: Call, key: CallKey, deps: DialCallDeps): Promise<void> {
  const outcome = await deps.carrier.dial({
    key,
    to: call.clientPhoneNumber,
    from: call.assistantPhoneNumber,
    timeLimitSeconds: call.allowedSeconds,
  });
  if (outcome.kind === 'accepted') {
    await deps.calls.change(key, { carrierCallId: outcome.carrierCallId }, deps.clock.now());
    return;
  }
  deps.metrics.count('CarrierDialProblem', { outcome: outcome.kind });
  if (outcome.kind === 'refused') deps.metrics.count('CarrierError', { code: String(outcome.code) });
  deps.logger.warn('carrier did not accept the call', { ...key, outcome: outcome.kind, reason: outcome.reason });
  if (outcome.kind === 'unknown') throw new RetryLater(outcome.reason, LOOK_UP_SECONDS);
  if (outcome.kind === 'retry' && deps.clock.now() - call.createdAt < GIVE_UP_MS) {
    await deps.calls.releaseDialling(key);
    throw new RetryLater(outcome.reason, outcome.afterSeconds);
  }
  await failCall(key, deps);
}

async function failCall(key: CallKey, { calls, queue, clock }: DialCallDeps): Promise<void> {
  const now = clock.now();
  const failed = await calls.change(key, { status: 'failed', endedAt: now }, now, ['initiated', 'ringing']);
  if (failed) await queueFinish(key, 'failed', queue);
}
