import type { CallStore } from '#shared/calls/call-store.ts';
import { LONGEST_WAIT_MS, type Call, type CallKey, type CancelReason } from '#shared/calls/call.ts';
import type { Carrier, DialOutcome } from '#shared/calls/carrier.ts';
import type { DialQueue, DialQueueEntry } from '#shared/calls/dial-queue.ts';
import type { LiveCallSlot } from '#shared/calls/live-calls.ts';
import { RING_SECONDS } from '#shared/calls/new-call.ts';
import type { AttemptLimit, NumberLines } from '#shared/calls/number-line.ts';
import { assignCarrierId, needsFinishing, queueFinish, watchDialledCall } from '#shared/calls/track-call.ts';
import { countProblem, type CarrierOf } from '#shared/numbers/carrier-account.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import { claimCall, waitInLine, type NotNow } from './claim-call.ts';

export interface DialCallDeps {
  calls: CallStore;
  numberLines: Pick<NumberLines, 'read' | 'enter'>;
  attemptLimit: AttemptLimit;
  carrier: CarrierOf<Pick<Carrier, 'dial'>>;
  dialQueue: Pick<DialQueue, 'remove'>;
  /** Why a campaign's call must not be dialled any more. Undefined if it may be. */
  refusalOf: (call: Call) => Promise<CancelReason | undefined>;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Dials the call of an entry, at most once: a crash at any point leaves an entry that waits, or a claimed call that the watchdog
 * looks up at the carrier. Returns the carrier's answer; undefined if the call does not wait in the queue any more. `full`: its slot is
 * taken, and it waits.
 */
export async function dialCall(
  entry: DialQueueEntry,
  callSlot: LiveCallSlot | undefined,
  deps: DialCallDeps,
): Promise<DialOutcome | 'full' | undefined> {
  const key = { userId: entry.userId, callId: entry.callId };
  const [known] = await Promise.all([readCall(key, deps), watchDialledCall(key, deps)]);
  const call = known?.call;
  const state = call ? await stateOf(call, deps) : 'over';
  if (state === 'over') await deps.dialQueue.remove(entry);
  if (!call || state !== 'due') return undefined;
  // A call that was cancelled in between keeps its entry, which the next poll of the queue removes.
  const claim = await claimCall({ entry, call, callSlot }, known.number, deps);
  if (claim === 'full') return 'full';
  if (claim === 'number_busy' || claim === 'daily_limit') await standBack(entry, call, claim, deps);
  if (claim !== 'claimed') return undefined;
  const outcome = await deps.carrier(call.carrierAccount).dial({
    key,
    to: call.clientPhoneNumber,
    from: call.assistantPhoneNumber,
    timeLimitSeconds: call.allowedSeconds,
    ringSeconds: call.ringSeconds ?? RING_SECONDS,
    expectsMessage: call.leavesMessage === true,
  });
  await record(outcome, key, deps);
  return outcome;
}

/** The number is read while the watchdog is set. */
async function readCall(key: CallKey, { calls, numberLines }: DialCallDeps) {
  const call = await calls.get(key);
  return call && { call, number: await numberLines.read(key.userId, call.clientPhoneNumber) };
}

/** A call of a campaign would keep its call slot. It is cancelled, and its lead waits. */
async function standBack(entry: DialQueueEntry, call: Call, why: NotNow, deps: DialCallDeps): Promise<void> {
  if (call.campaignId === null) return waitInLine(entry, call, deps);
  if ((await cancel({ userId: call.userId, callId: call.id }, why, deps)) !== undefined) {
    await deps.dialQueue.remove(entry);
  }
}

/** Undefined if it was claimed, or is over. */
async function cancel(key: CallKey, reason: CancelReason, deps: DialCallDeps): Promise<Call | undefined> {
  const cancelled = await deps.calls.cancelDialling(key, reason, deps.clock.now());
  if (!cancelled) return undefined;
  deps.metrics.count('CallCancelled', { reason: cancelled.notDialled ?? 'unknown' });
  if (needsFinishing(cancelled)) await queueFinish(key, cancelled.status, deps.queue);
  return cancelled;
}

/** Cancels a call that must not be dialled any more. `claimed`: another pump took the entry, and may have put it back since. */
async function stateOf(call: Call, deps: DialCallDeps): Promise<'due' | 'claimed' | 'over'> {
  const key = { userId: call.userId, callId: call.id };
  const reason = await reasonToCancel(call, deps);
  if (call.status === 'initiated' && call.claimedAt !== null) return 'claimed';
  if (call.status === 'initiated' && reason === undefined) return 'due';
  if (reason && (await cancel(key, reason, deps))) return 'over';
  if (call.status === 'initiated') return 'claimed';
  if (needsFinishing(call)) await queueFinish(key, call.status, deps.queue);
  return 'over';
}

async function reasonToCancel(call: Call, { clock, refusalOf }: DialCallDeps): Promise<CancelReason | undefined> {
  // Its user ended it while it was claimed, and the carrier did not take it.
  if (call.endedBy !== null) return 'cancelled';
  if (clock.now() >= (call.dialBefore ?? call.createdAt + LONGEST_WAIT_MS)) return 'expired';
  return refusalOf(call);
}

/** A call whose outcome is `unknown` stays claimed, and the watchdog asks the carrier. The pump puts back what was not refused for good. */
async function record(outcome: DialOutcome, key: CallKey, deps: DialCallDeps): Promise<void> {
  if (outcome.kind === 'accepted') {
    // A callback may have been faster than this answer, and a read costs less than a second transaction.
    const call = await deps.calls.get(key);
    if (call?.carrierCallId !== outcome.carrierCallId) await assignCarrierId(key, outcome.carrierCallId, deps);
    return;
  }
  countProblem('call', outcome, deps.metrics);
  // The carrier's text may name the customer's number.
  const code = 'code' in outcome ? { code: outcome.code } : {};
  deps.logger.warn('carrier did not accept the call', { ...key, outcome: outcome.kind, ...code });
  if (outcome.kind !== 'refused') return;
  const now = deps.clock.now();
  const reason = outcome.isOfRecipient ? 'number_refused' : 'carrier_refused';
  const carrierReason = { code: String(outcome.code), text: `Error ${outcome.code}.` };
  const change = { status: 'failed', reason, carrierReason, endedAt: now } as const;
  const failed = await deps.calls.change(key, change, now, ['initiated', 'ringing']);
  if (failed) await queueFinish(key, 'failed', deps.queue);
}
