import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import { countProblem, problemOf, retryLater } from '#shared/numbers/carrier-account.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import { drawId } from '#shared/platform/ids.ts';
import type { CarrierMessage, MessageOutcome } from '#shared/sms/message-carrier.ts';
import type { SmsDeps } from '#shared/sms/sms-deps.ts';
import { RECIPIENT_IS_LISTED, type Sms, type SmsKey } from '#shared/sms/sms.ts';
import { applyMessageProgress, recogniseSms } from '#shared/sms/track-sms.ts';

export type SubmitSmsDeps = Pick<
  SmsDeps,
  'messages' | 'events' | 'carrier' | 'clock' | 'ids' | 'logger' | 'metrics'
> & {
  doNotCall: Pick<DoNotCallStore, 'get' | 'applyOptOut'>;
};
type FailSmsDeps = Omit<SubmitSmsDeps, 'carrier' | 'doNotCall'>;

/** A message that could not be sent for 5 minutes fails: its text may no longer be true. */
const GIVE_UP_MS = 5 * 60_000;
const LOOK_UP_SECONDS = 20;
/** An outage of the carrier would move the message to the dead-letter queue within ten minutes if it were a crash. */
const CARRIER_AGAIN_SECONDS = 60;

/**
 * Sends at most once: a claim without the carrier's message id is looked up at the carrier, and never sent again.
 * @throws RetryLater when the carrier cannot accept the message now, or the outcome is not known yet
 */
export async function submitSms(key: SmsKey, deps: SubmitSmsDeps): Promise<void> {
  const now = deps.clock.now();
  const owner = deps.ids.uuid();
  const claimed = await deps.messages.claimSending(key, owner, now);
  if (claimed) {
    const obstacle = await obstacleTo(claimed, now, deps);
    if (obstacle) await failSms(claimed, now, obstacle, deps);
    else await send(claimed, { owner, claimedAt: now }, deps);
    return;
  }
  const sms = await deps.messages.get(key);
  if (sms?.status !== 'queued') return;
  await findLostSms(sms, deps);
}

/** The recipient may be on the list since the message was accepted. */
async function obstacleTo({ userId, to, createdAt }: Sms, now: number, { doNotCall }: SubmitSmsDeps) {
  if (now - createdAt >= GIVE_UP_MS) return { cause: 'too_late', reason: 'The message waited too long to be sent.' };
  return (await doNotCall.get(userId, to)) && { cause: 'recipient', reason: RECIPIENT_IS_LISTED };
}

async function send(
  sms: Sms,
  { owner, claimedAt }: { owner: string; claimedAt: number },
  deps: SubmitSmsDeps,
): Promise<void> {
  const { to, from, body } = sms;
  const key = { userId: sms.userId, smsId: sms.id };
  const outcome = await deps.carrier(sms.carrierAccount).sendMessage({ key, to, from, body });
  if (outcome.kind === 'accepted') {
    const isLate = deps.clock.now() - claimedAt > SURE_FOR_MS;
    if (isLate && (await recogniseSms(key, outcome.carrierMessageId, deps)) === 'taken') {
      throw new RetryLater('another SMS was recognised by this id', LOOK_UP_SECONDS);
    }
    await applyMessageProgress({ key, ...outcome, errorCode: null }, deps);
    return;
  }
  countProblem('sms', outcome, deps.metrics);
  // The carrier's text may name the customer's number.
  const code = 'code' in outcome ? { code: outcome.code } : {};
  deps.logger.warn('carrier did not accept the SMS', { ...key, outcome: outcome.kind, ...code });
  if (outcome.kind === 'unknown') throw new RetryLater('carrier answer was lost', LOOK_UP_SECONDS);
  if (outcome.kind === 'retry' && isWorthWaiting(outcome.afterSeconds, sms, deps.clock.now())) {
    await deps.messages.releaseSending(key, owner);
    throw new RetryLater('carrier is busy', outcome.afterSeconds);
  }
  await failSms(sms, claimedAt, { cause: problemOf(outcome), reason: failureOf(outcome) }, deps);
  if (outcome.kind === 'refused' && outcome.hasOptedOut) await noteOptOut(sms, deps);
}

/** A STOP to another number, or before the numbers were pointed here. The oldest there can be: it undoes nothing. */
async function noteOptOut(
  { userId, to: phoneNumber }: Sms,
  { doNotCall, clock, logger }: SubmitSmsDeps,
): Promise<void> {
  const stop = { userId, phoneNumber, wish: 'stop', messageId: 'noted by the carrier', sentAt: 0 } as const;
  const outcome = await doNotCall.applyOptOut(stop, clock.now());
  logger.info('opt-out received from the carrier', { userId, outcome });
}

function isWorthWaiting(afterSeconds: number, sms: Sms, now: number): boolean {
  return now + afterSeconds * 1000 - sms.createdAt < GIVE_UP_MS;
}

function failureOf(outcome: Exclude<MessageOutcome, { kind: 'accepted' }>): string {
  return 'code' in outcome && outcome.code > 0 ? `${outcome.code} ${outcome.reason}` : outcome.reason;
}

/** 20 s after the claim no worker sends any more, the carrier lists what it accepted, and first callbacks have come. */
const CERTAIN_AFTER_MS = 20_000;
/** A request to send times out after 10 s, and clocks differ by some seconds. */
const SEND_WINDOW_MS = 15_000;
/**
 * An answer within this time is stored before a search can find its message, or the search waits for it: it starts
 * 20 s after its claim, for messages of the first 15 s. The remaining 2 s are for clocks that differ.
 */
const SURE_FOR_MS = CERTAIN_AFTER_MS - SEND_WINDOW_MS - 2_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/** Refunds without a match. @throws RetryLater while a match may be another message, whose answer is not stored yet */
async function findLostSms(sms: Sms, deps: SubmitSmsDeps): Promise<void> {
  const { claimedAt } = sms;
  if (claimedAt === null) throw new RetryLater('the message can be claimed again', 1);
  const waitMs = claimedAt + CERTAIN_AFTER_MS - deps.clock.now();
  if (waitMs > 0) throw new RetryLater('carrier outcome is unknown', Math.ceil(waitMs / 1000));

  const key = { userId: sms.userId, smsId: sms.id };
  const found = await candidates(sms, claimedAt, deps);
  deps.logger.warn('searched the carrier for an SMS without carrier id', { ...key, found: found.length });
  for (const { carrierMessageId, status } of found) {
    const outcome = await recogniseSms(key, carrierMessageId, deps);
    if (outcome === 'recognised') await applyMessageProgress({ key, carrierMessageId, status, errorCode: null }, deps);
    if (outcome !== 'taken') return;
  }
  await failSms(sms, claimedAt, { cause: 'lost', reason: 'The carrier did not take the message.' }, deps);
}

async function candidates(sms: Sms, claimedAt: number, deps: SubmitSmsDeps): Promise<CarrierMessage[]> {
  const { userId, to, from, body } = sms;
  const orLater = retryLater(CARRIER_AGAIN_SECONDS, deps.logger);
  const found = await orLater(deps.carrier(sms.carrierAccount).findMessages(to, from, claimedAt));
  // After the search, and up to now: the carrier dates by another clock, in whole seconds, so that the message of a
  // later SMS can seem to be of this one. Whatever was found has its record in this list.
  const until = deps.clock.now() + SEND_WINDOW_MS;
  const others = await deps.messages.listBetween(userId, claimedAt - LONGEST_WAIT_MS, until);
  const known = new Set(others.map((other) => other.carrierMessageId));
  const matches = found.filter(
    (message) =>
      message.body === body && message.createdAt <= claimedAt + SEND_WINDOW_MS && !known.has(message.carrierMessageId),
  );
  const now = deps.clock.now();
  if (matches.length > 0 && others.some((other) => isAlike(other, sms) && isBeingSent(other, now))) {
    throw new RetryLater('another SMS with the same text is being sent', LOOK_UP_SECONDS);
  }
  return matches.toSorted((one, other) => one.createdAt - other.createdAt);
}

const isAlike = (one: Sms, other: Sms) =>
  one.id !== other.id && one.to === other.to && one.from === other.from && one.body === other.body;

/** Its answer may be on its way into the table. */
const isBeingSent = ({ status, claimedAt }: Sms, now: number) =>
  status === 'queued' && claimedAt !== null && now - claimedAt < CERTAIN_AFTER_MS;

/** Only what the carrier certainly did not accept, under this claim. */
async function failSms(
  sms: Sms,
  claimedAt: number,
  { cause, reason: failure }: { cause: string; reason: string },
  deps: FailSmsDeps,
): Promise<void> {
  const key = { userId: sms.userId, smsId: sms.id };
  const at = deps.clock.now();
  const { userId, segments, totalCost: amount } = sms;
  const entry = { userId, amount, kind: 'refund', reference: String(sms.id), createdAt: at } as const;
  const spentAt = sms.isExpensive === true ? sms.createdAt : undefined;
  const event = await deps.events.prepare(key, 'sms.failed', at);
  const { outcome } = await drawId(deps.ids, (id) =>
    deps.messages.refund({ key, claimedAt, failure, segments, spentAt, entry: { id, ...entry }, at }, event?.writes),
  );
  if (outcome === 'refunded') await event?.send();
  if (outcome === 'refunded') deps.metrics.count('SmsFailed', { cause });
  deps.logger.info('SMS not sent', { ...key, cause, outcome });
}
