import type { CallDeps } from '#shared/calls/call-deps.ts';
import { findLostCall } from '#shared/calls/call-watchdog.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { DialQueueEntry } from '#shared/calls/dial-queue.ts';
import { needsFinishing, queueFinish } from '#shared/calls/track-call.ts';
import { leadCallRefusal, type LeadCallRefusalDeps } from '#shared/campaigns/call-lead.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';

export type DialCallDeps = LeadCallRefusalDeps &
  Pick<CallDeps, 'calls' | 'carrier' | 'queue' | 'clock' | 'logger' | 'metrics'>;

export type PlaceCallDeps = DialCallDeps & Pick<CallDeps, 'dialQueue' | 'timer'>;

/** Timers are about a second late. A slot that is later than this is reserved again, so that delayed calls do not burst. */
const SLOT_LATE_MS = 2500;
/** After this many stale entries the slot is dropped. */
const MAX_ENTRIES_PER_SLOT = 10;
/**
 * The longest delay of an SQS message.
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
const MAX_DELAY_SECONDS = 900;
/** A call that could not be dialled for this long fails: the user no longer expects it. */
const GIVE_UP_MS = 5 * 60_000;
/** By then the carrier lists a call that it has accepted. */
const LOOK_UP_SECONDS = 10;

/**
 * Dials a call at the carrier's rate: now if the queue is empty, else in the next free dial slot. A slot is not tied to a
 * call; it serves the first entry of the queue, so that one user's calls do not delay another's.
 * @throws RetryLater as `dialCall` does
 */
export async function placeCall(message: QueueMessage<'place-call'>, deps: PlaceCallDeps): Promise<void> {
  const { userId, callId, lane, slotAt } = message;
  const now = deps.clock.now();
  if (slotAt !== undefined && now - slotAt < SLOT_LATE_MS) return dialNextEntry(message, deps);
  const nextSlotAt = await deps.dialQueue.reserveSlot(now);
  if (slotAt === undefined) {
    if (nextSlotAt <= now) {
      await dialCall(message, deps);
      return;
    }
    await deps.dialQueue.enqueue({ userId, callId }, lane ?? 'interactive', now);
  } else if (nextSlotAt <= now) {
    return dialNextEntry(message, deps);
  }
  await deps.timer.at(nextSlotAt, 'place-call', { ...message, slotAt: nextSlotAt });
}

async function dialNextEntry(message: QueueMessage<'place-call'>, deps: PlaceCallDeps): Promise<void> {
  for (const entry of await deps.dialQueue.peek(MAX_ENTRIES_PER_SLOT)) {
    const isServed = await dialEntry(entry, deps);
    await deps.dialQueue.remove(entry, isServed);
    if (isServed) return;
  }
  // The queue has no entry to dial. The entry of this call may have been lost in a crash, so dial it here.
  await dialCall(message, deps);
}

/** Whether the slot was used. A call that must wait again gets a message of its own, because this one may be another call's. */
async function dialEntry({ userId, callId, priority }: DialQueueEntry, deps: PlaceCallDeps): Promise<boolean> {
  const message = { userId, callId, ...(priority === 'campaign' && { lane: priority }) };
  try {
    return await dialCall(message, deps);
  } catch (error) {
    if (!(error instanceof RetryLater)) throw error;
    const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(error.delaySeconds));
    await deps.queue.send('place-call', message, { groupId: String(userId), delaySeconds });
    return true;
  }
}

/**
 * Dials a call at most once. The claim comes first. A claim without the carrier's id means that it is unknown whether the
 * carrier has the call: then ask the carrier, never dial again. Returns whether the carrier was asked to dial.
 * @throws RetryLater if the carrier cannot accept the call now, or if it is still unknown whether it has
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

/** The message may be late, so the conditions of a campaign call are checked again right before it is dialled. */
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
