import { hasEnded } from '#shared/calls/call-status.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import { type Call, type CallKey, type CancelReason } from '#shared/calls/call.ts';
import type { CallInstructions, Carrier } from '#shared/calls/carrier.ts';
import type { DialQueue, DialQueueEntry } from '#shared/calls/dial-queue.ts';
import { needsFinishing, queueFinish } from '#shared/calls/track-call.ts';
import { isWaitedFor } from '#shared/calls/transfer.ts';
import { findLanguage, phrasesFor } from '#shared/catalog/languages.ts';
import type { CarrierOf } from '#shared/numbers/carrier-account.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError, RetryLater } from '#shared/platform/errors.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';

export interface EndCallDeps {
  calls: CallStore;
  carrier: CarrierOf<Carrier>;
  dialQueue: DialQueue;
  queue: Queue;
  clock: Clock;
}

/** The carrier's callback comes sooner. If it does not, the call is still up: hang up again. */
const HANG_UP_AGAIN_SECONDS = 5;
/** The carrier's answer to a dial comes within ten seconds. Later it is the watchdog that finds the call. */
const DIALLING_MS = 30_000;
const DIALLING_SECONDS = 2;
const LOST_SECONDS = 30;

/**
 * Ends a call of the user: cancels one that waits for the carrier or its page, hangs up every other at the carrier. Its webhook, cost and
 * lead follow as for any call, with the end reason `cancelled`. May be repeated: a crash at any point leaves the call as it was, or a
 * message that ends it. Returns the call as it is now; a live one is over when the carrier reports it.
 * @throws AppError call_not_found; call_over if the call has ended
 */
export async function endCall(key: CallKey, deps: EndCallDeps): Promise<Call> {
  const call = await deps.calls.get(key);
  if (!call) throw new AppError('call_not_found');
  if (hasEnded(call.status)) {
    // An earlier request may have crashed after it cancelled the call.
    if (needsFinishing(call)) await queueFinish(key, call.status, deps.queue);
    throw new AppError('call_over');
  }
  const cancelled = await takeOffQueue(call, deps);
  if (cancelled) return cancelled;
  await deps.queue.send(
    'check-call',
    { ...key, end: true },
    { groupId: String(key.userId), delaySeconds: HANG_UP_AGAIN_SECONDS },
  );
  if (call.carrierCallId === null) await deps.calls.recordEndedBy(key, 'assistant', 'cancelled');
  else await hangUpEndedCall(call, deps);
  return (await deps.calls.get(key)) ?? call;
}

/** Undefined if the call does not wait. The entry, if it has one, goes last: a pump that finds it settles a call that a crash left behind. */
async function takeOffQueue(call: Call, deps: EndCallDeps): Promise<Call | undefined> {
  if (!isWaiting(call)) return undefined;
  const cancelled = await cancelWaitingCall({ userId: call.userId, callId: call.id }, 'cancelled', deps);
  const entry = cancelled && entryOf(cancelled);
  if (entry) await deps.dialQueue.remove(entry);
  return cancelled;
}

/** Undefined if the call was stored by a release that did not note its round. */
function entryOf(call: Call): DialQueueEntry | undefined {
  const { userId, id: callId, carrierAccount, campaignId, fairnessRound } = call;
  if (fairnessRound === undefined) return undefined;
  return { userId, callId, carrierAccount, priority: campaignId === null ? 'interactive' : 'campaign', fairnessRound };
}

/** Whether the call waits: in the dial queue, or a web call for its page. */
export function isWaiting({ type, status, claimedAt, carrierCallId }: Call): boolean {
  if (status !== 'initiated') return false;
  return type === 'web' ? carrierCallId === null : type === 'outbound' && claimedAt === null;
}

/** Cancels a call that was not dialled, and has it finished. Undefined if it was dialled, or is over for another reason. */
export async function cancelWaitingCall(
  key: CallKey,
  reason: CancelReason,
  { calls, clock, queue }: Pick<EndCallDeps, 'calls' | 'clock' | 'queue'>,
): Promise<Call | undefined> {
  // Without a result it was dialled meanwhile, or this write was repeated after its answer was lost.
  const cancelled = (await calls.cancelDialling(key, reason, clock.now())) ?? (await calls.get(key));
  if (cancelled?.notDialled !== reason) return undefined;
  await queueFinish(key, cancelled.status, queue);
  return cancelled;
}

/**
 * Hangs up a call that the user has ended. Evidence first: what the carrier reports next must find it. One that waits again,
 * because the carrier did not take it, is cancelled; its entry is removed by the next pump.
 * @throws RetryLater while it is not known whether the carrier has the call
 */
export async function hangUpEndedCall(call: Call, deps: Omit<EndCallDeps, 'dialQueue'>): Promise<void> {
  const { calls, carrier, clock } = deps;
  const key = { userId: call.userId, callId: call.id };
  await calls.recordEndedBy(key, 'assistant', 'cancelled');
  if (isWaiting(call) && (await cancelWaitingCall(key, 'cancelled', deps))) return;
  if (call.carrierCallId === null) {
    const isDialling = clock.now() - (call.claimedAt ?? call.createdAt) < DIALLING_MS;
    throw new RetryLater('the carrier has not named the call yet', isDialling ? DIALLING_SECONDS : LOST_SECONDS);
  }
  await carrier(call.carrierAccount).hangUp(call.carrierCallId);
}

export interface SayGoodbyeToCallDeps {
  calls: CallStore;
  instructions: CallInstructions;
  logger: Logger;
  metrics: Metrics;
  pause: (milliseconds: number) => Promise<void>;
}

export interface CallWithoutInstructions {
  carrierCallId: string;
  /** An inbound call that the carrier has not answered yet. */
  isUnanswered: boolean;
  /** The conversation is over, and its goodbye was said, unless the customer waits for a human. */
  isSilent: boolean;
  /** The carrier's error. */
  code: string;
}

const ENGLISH = { id: 1, locale: 'en-US' };
/** The carrier waits 5 s for the goodbye, and requests to a table that hangs take 15 s in all. */
const LANGUAGE_MS = 2000;

/**
 * Ends a call for which the carrier has no instructions: the caller of an unanswered one hears a busy tone, the customer of an
 * answered one a goodbye in the language of the assistant. It must work while everything else fails: where the table does not
 * answer in time, or the carrier has no voice for the language, the goodbye is in English.
 */
export async function sayGoodbyeToCall(
  { carrierCallId, isUnanswered, isSilent, code }: CallWithoutInstructions,
  deps: SayGoodbyeToCallDeps,
): Promise<string> {
  // Callbacks that failed in the carrier's eyes: they may have been late, or not have arrived.
  deps.metrics.count('CallbackFailed');
  deps.metrics.count('CallWithoutInstructions', { code });
  deps.logger.error('the carrier has no instructions for a call', { carrierCallId, code });
  if (isUnanswered) return deps.instructions.reject('busy');
  const found = readKnown(carrierCallId, deps).catch(() => undefined);
  const known = await Promise.race([found, deps.pause(LANGUAGE_MS).then(() => undefined)]);
  const waitsForHuman = known?.waitsForHuman === true;
  if (isSilent && !waitsForHuman) return deps.instructions.hangUp();
  const language = known && findLanguage(known.languageId);
  const { id, locale } = language && deps.instructions.canSay(language.locale) ? language : ENGLISH;
  const { goodbye, outage } = phrasesFor(id);
  return deps.instructions.sayGoodbye(waitsForHuman ? outage : goodbye, locale);
}

/** A customer who waits for a human was told so, and not that the call ends. */
async function readKnown(carrierCallId: string, { calls }: SayGoodbyeToCallDeps) {
  const key = await calls.findByCarrierId(carrierCallId);
  if (!key) return undefined;
  const [call, configuration] = await Promise.all([calls.get(key), calls.getConfiguration(key)]);
  const waitsForHuman = call?.transfers?.some(isWaitedFor) === true;
  return configuration && { languageId: configuration.assistant.languageId, waitsForHuman };
}
