import { applyMessageProgress } from '#shared/app/apply-message-progress.ts';
import { failSms } from '#shared/app/fail-sms.ts';
import { findLostSms, type FindLostSmsDeps } from '#shared/app/find-lost-sms.ts';
import { RetryLater } from '#shared/domain/errors/retry-later.ts';
import type { Sms, SmsKey } from '#shared/domain/sms/sms.ts';
import type { MessageOutcome } from '#shared/ports/carrier.ts';

export type DeliverSmsDeps = FindLostSmsDeps;

/** A message that could not be sent for so long is given up: what it says may no longer be true. */
const GIVE_UP_MS = 5 * 60_000;
/** Long enough for the carrier to list a message that it has taken. */
const LOOK_UP_SECONDS = 20;

/**
 * Sends a message, once in its life. The claim comes first; a claim without the carrier's id means that it is not known
 * whether the carrier has the message, and then the carrier is asked, never sent to again. The watch comes this way too:
 * a message that is too old by then gets its price back.
 * @throws RetryLater when the carrier cannot take the message now, or when it is not known yet whether it did
 */
export async function deliverSms(key: SmsKey, deps: DeliverSmsDeps): Promise<void> {
  const now = deps.clock.now();
  const claimed = await deps.messages.claimSending(key, now);
  if (claimed) {
    if (now - claimed.createdAt < GIVE_UP_MS) await send(claimed, key, now, deps);
    else await failSms(claimed, now, 'The message waited too long to be sent.', deps);
    return;
  }
  const sms = await deps.messages.get(key);
  // The watch is set before the message is stored: a refused request leaves a watch without a message.
  if (sms?.status === 'queued') await findLostSms(sms, deps);
}

async function send(sms: Sms, key: SmsKey, claimedAt: number, deps: DeliverSmsDeps): Promise<void> {
  const { to, from, body } = sms;
  const outcome = await deps.carrier.sendMessage({ key, to, from, body });
  if (outcome.kind === 'accepted') {
    await applyMessageProgress({ key, ...outcome, errorCode: null }, deps);
    return;
  }
  deps.metrics.count('CarrierMessageProblem', { outcome: outcome.kind });
  if (outcome.kind === 'refused') deps.metrics.count('CarrierError', { code: String(outcome.code) });
  // The carrier's text may name the customer's number.
  const code = outcome.kind === 'refused' ? { code: outcome.code } : {};
  deps.logger.warn('the carrier did not take a message', { ...key, outcome: outcome.kind, ...code });
  if (outcome.kind === 'unknown') throw new RetryLater('the answer of the carrier was lost', LOOK_UP_SECONDS);
  if (outcome.kind === 'retry' && isWorthWaiting(outcome.afterSeconds, sms, deps.clock.now())) {
    await deps.messages.releaseSending(key, claimedAt);
    throw new RetryLater('the carrier takes no message now', outcome.afterSeconds);
  }
  await failSms(sms, claimedAt, failureOf(outcome), deps);
}

function isWorthWaiting(afterSeconds: number, sms: Sms, now: number): boolean {
  return now + afterSeconds * 1000 - sms.createdAt < GIVE_UP_MS;
}

function failureOf(outcome: Exclude<MessageOutcome, { kind: 'accepted' }>): string {
  return outcome.kind === 'refused' && outcome.code > 0 ? `${outcome.code} ${outcome.reason}` : outcome.reason;
}
