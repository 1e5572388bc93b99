import type { CallDeps } from '#shared/calls/call-store.ts';
import { isFinal, type Call, type CallKey } from '#shared/calls/call.ts';
import { entryOf } from '#shared/calls/dial-queue.ts';
import { needsFinishing, queueFinish } from '#shared/calls/track-call.ts';
import { findLanguage, phrasesFor } from '#shared/catalog/languages.ts';
import { AppError, RetryLater } from '#shared/platform/errors.ts';

export type EndCallDeps = Pick<CallDeps, 'calls' | 'carrier' | 'dialQueue' | 'queue' | 'clock'>;

/** The carrier's callback comes sooner. If it does not, the call is still up: hang up again. */
const HANG_UP_AGAIN_SECONDS = 5;
/** The carrier's answer to a dial comes within ten seconds. Later it is the watchdog that finds the call. */
const DIALLING_MS = 30_000;
const DIALLING_SECONDS = 2;
const LOST_SECONDS = 30;

/**
 * Ends a call of the user: takes a waiting one off the dial queue, hangs up every other at the carrier. Its webhook, cost and
 * lead follow as for any call, with the end reason `cancelled`. May be repeated: a crash at any point leaves the call as it was, or a
 * message that ends it. Returns the call as it is now; a live one is over when the carrier reports it.
 * @throws AppError call_not_found; call_over if the call has ended
 */
export async function endCall(key: CallKey, deps: EndCallDeps): Promise<Call> {
  const call = await deps.calls.get(key);
  if (!call) throw new AppError('call_not_found');
  if (call.status === 'ended' || isFinal(call.status)) {
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

/** Undefined if the call does not wait. The entry goes last: a pump that finds it settles a call that a crash left behind. */
async function takeOffQueue(call: Call, { calls, clock, dialQueue, queue }: EndCallDeps): Promise<Call | undefined> {
  if (call.type !== 'outbound' || call.status !== 'initiated' || call.claimedAt !== null) return undefined;
  const key = { userId: call.userId, callId: call.id };
  // Without a result it was dialled meanwhile, or this write was repeated after its answer was lost.
  const cancelled = (await calls.cancelDialling(key, 'cancelled', clock.now())) ?? (await calls.get(key));
  if (cancelled?.notDialled !== 'cancelled') return undefined;
  await queueFinish(key, cancelled.status, queue);
  const entry = entryOf(cancelled);
  if (entry) await dialQueue.remove(entry);
  return cancelled;
}

/**
 * Hangs up a call that the user has ended. Evidence first: what the carrier reports next must find it.
 * @throws RetryLater while it is not known whether the carrier has the call
 */
export async function hangUpEndedCall(
  call: Call,
  { calls, carrier, clock }: Pick<EndCallDeps, 'calls' | 'carrier' | 'clock'>,
): Promise<void> {
  await calls.recordEndedBy({ userId: call.userId, callId: call.id }, 'assistant', 'cancelled');
  if (call.carrierCallId === null) {
    const isDialling = clock.now() - (call.claimedAt ?? call.createdAt) < DIALLING_MS;
    throw new RetryLater('the carrier has not named the call yet', isDialling ? DIALLING_SECONDS : LOST_SECONDS);
  }
  await carrier(call.carrierAccount).hangUp(call.carrierCallId);
}

export type SayGoodbyeToCallDeps = Pick<CallDeps, 'calls' | 'instructions' | 'logger' | 'metrics'>;

export interface CallWithoutInstructions {
  carrierCallId: string;
  /** An inbound call that the carrier has not answered yet. */
  isUnanswered: boolean;
  /** The conversation is over, and its goodbye was said. */
  isSilent: boolean;
  /** The carrier's error. */
  code: string;
}

/**
 * Ends a call for which the carrier has no instructions: the caller of an unanswered one hears a busy tone, the customer of an
 * answered one a goodbye in the language of the assistant. It must work while everything else fails: where the table does not
 * answer, the goodbye is in English.
 */
export async function sayGoodbyeToCall(
  { carrierCallId, isUnanswered, isSilent, code }: CallWithoutInstructions,
  deps: SayGoodbyeToCallDeps,
): Promise<string> {
  deps.metrics.count('CallWithoutInstructions', { code });
  deps.logger.error('the carrier has no instructions for a call', { carrierCallId, code });
  if (isUnanswered) return deps.instructions.reject('busy');
  if (isSilent) return deps.instructions.hangUp();
  const languageId = await languageOf(carrierCallId, deps).catch(() => undefined);
  const locale = (languageId === undefined ? undefined : findLanguage(languageId)?.locale) ?? 'en-US';
  return deps.instructions.sayGoodbye(phrasesFor(languageId ?? 1).goodbye, locale);
}

async function languageOf(carrierCallId: string, { calls }: SayGoodbyeToCallDeps): Promise<number | undefined> {
  const key = await calls.findByCarrierId(carrierCallId);
  return key && (await calls.getConfiguration(key))?.assistant.languageId;
}
