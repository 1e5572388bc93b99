import type { MessageOutcome, Carrier, CarrierMessage } from '#shared/calls/carrier.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import { drawId, type IdSource } from '#shared/platform/ids.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { SmsStore } from '#shared/sms/sms-store.ts';
import type { Sms, SmsKey } from '#shared/sms/sms.ts';
import { applyMessageProgress } from '#shared/sms/track-sms.ts';

export type SubmitSmsDeps = FindLostSmsDeps;

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
export async function submitSms(key: SmsKey, deps: SubmitSmsDeps): Promise<void> {
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

async function send(sms: Sms, key: SmsKey, claimedAt: number, deps: SubmitSmsDeps): Promise<void> {
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
  deps.logger.warn('carrier did not accept the SMS', { ...key, outcome: outcome.kind, ...code });
  if (outcome.kind === 'unknown') throw new RetryLater('carrier answer was lost', LOOK_UP_SECONDS);
  if (outcome.kind === 'retry' && isWorthWaiting(outcome.afterSeconds, sms, deps.clock.now())) {
    await deps.messages.releaseSending(key, claimedAt);
    throw new RetryLater('carrier is busy', outcome.afterSeconds);
  }
  await failSms(sms, claimedAt, failureOf(outcome), deps);
}

function isWorthWaiting(afterSeconds: number, sms: Sms, now: number): boolean {
  return now + afterSeconds * 1000 - sms.createdAt < GIVE_UP_MS;
}

function failureOf(outcome: Exclude<MessageOutcome, { kind: 'accepted' }>): string {
  return outcome.kind === 'refused' && outcome.code > 0 ? `${outcome.code} ${outcome.reason}` : outcome.reason;
}

export interface FailSmsDeps {
  messages: SmsStore;
  clock: Clock;
  ids: IdSource;
  logger: Logger;
  metrics: Metrics;
}

/** Writes that a message did not leave, and gives its price back; once, and only under the claim that it is known from. */
export async function failSms(sms: Sms, claimedAt: number, failure: string, deps: FailSmsDeps): Promise<void> {
  const key = { userId: sms.userId, smsId: sms.id };
  const at = deps.clock.now();
  const { outcome } = await drawId(deps.ids, (id) =>
    deps.messages.refund({
      key,
      claimedAt,
      failure,
      entry: {
        id,
        userId: sms.userId,
        amount: sms.totalCost,
        kind: 'refund',
        reference: String(sms.id),
        createdAt: at,
      },
      at,
    }),
  );
  deps.metrics.count('SmsFailed', { outcome });
  deps.logger.info('SMS not sent', { ...key, outcome });
}

export interface FindLostSmsDeps extends FailSmsDeps {
  carrier: Carrier;
}

/**
 * So long after the claim no worker is still sending, the carrier lists every message that it took, and its first
 * callbacks have named the messages that they are about.
 */
const CERTAIN_AFTER_MS = 20_000;
/** A request to send is given up after 10 s, and clocks differ by some seconds. */
const SEND_WINDOW_MS = 15_000;
/** A message may wait so long between being accepted and being sent. */
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * A message that was claimed for sending, whose id at the carrier was lost. The carrier is asked for messages between the
 * two numbers with the same text at the time of the claim; those that other messages of the user are known by are left out.
 * One that remains is ours; none means that it was never taken, and the price is given back. It is never sent again.
 * @throws RetryLater while the answer is not certain
 */
export async function findLostSms(sms: Sms, deps: FindLostSmsDeps): Promise<void> {
  const { claimedAt } = sms;
  // Given back since the claim was tried.
  if (claimedAt === null) throw new RetryLater('the message can be claimed again', 1);
  const waitMs = claimedAt + CERTAIN_AFTER_MS - deps.clock.now();
  if (waitMs > 0) throw new RetryLater('carrier outcome is unknown', Math.ceil(waitMs / 1000));

  const key = { userId: sms.userId, smsId: sms.id };
  const found = await candidates(sms, claimedAt, deps);
  deps.logger.warn('searched the carrier for an SMS without carrier id', { ...key, found: found.length });
  for (const { carrierMessageId, status } of found) {
    const outcome = await deps.messages.recognise(key, carrierMessageId, deps.clock.now());
    if (outcome === 'recognised') await applyMessageProgress({ key, carrierMessageId, status, errorCode: null }, deps);
    if (outcome !== 'taken') return;
  }
  await failSms(sms, claimedAt, 'The carrier did not take the message.', deps);
}

/** The carrier's messages that may be this one, the first one taken first. */
async function candidates(sms: Sms, claimedAt: number, deps: FindLostSmsDeps): Promise<CarrierMessage[]> {
  const { userId, to, from, body } = sms;
  const [found, others] = await Promise.all([
    deps.carrier.findMessages(to, from, claimedAt),
    deps.messages.listBetween(userId, claimedAt - LONGEST_WAIT_MS, claimedAt + SEND_WINDOW_MS),
  ]);
  const known = new Set(others.map((other) => other.carrierMessageId));
  return found
    .filter(
      (message) =>
        message.body === body &&
        message.createdAt <= claimedAt + SEND_WINDOW_MS &&
        !known.has(message.carrierMessageId),
    )
    .toSorted((one, other) => one.createdAt - other.createdAt);
}
