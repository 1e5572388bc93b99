import { SegmentedMessage } from 'sms-segments-calculator';
import { segmentPriceFor } from '#shared/catalog/rate-card.ts';
import { toE164 } from '#shared/platform/e164.ts';
import { isSubscriptionActive, type PhoneNumber, type PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import { findReservedRecord, asResumed, type Reservation } from '#shared/platform/http/idempotency.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { SmsStore } from '#shared/sms/sms-store.ts';
import { isWithCarrier, type Sms } from '#shared/sms/sms.ts';

export interface SendSmsInput {
  userId: number;
  phoneNumberId: number;
  to: string;
  body: string;
  reservation?: Reservation | undefined;
}

export interface AcceptSmsDeps {
  messages: SmsStore;
  phoneNumbers: PhoneNumberStore;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  ids: IdSource;
}

/** A little after the worker gives an unsent message up, so that a message that nobody works on is given up then. */
const WATCHDOG_SECONDS = 305;

/**
 * Checks in the order of the contract, takes the money and stores the message in one transaction, then queues it.
 * The watch is set before anything is stored, so that no crash can leave a charged message that nobody looks at.
 * @throws AppError from_number_not_found, from_number_not_sms_capable, from_number_expired, invalid_to_number, insufficient_sms_balance
 */
export async function acceptSms(input: SendSmsInput, deps: AcceptSmsDeps): Promise<Sms> {
  const { userId, reservation } = input;
  const place = await findReservedRecord(
    reservation,
    (smsId) => deps.messages.get({ userId, smsId }),
    (sms) => sms.reservationToken,
  );
  if (place.item) return queueAgain(place.item, deps);
  const smsId = place.id ?? deps.ids.recordId();
  const [from] = await Promise.all([
    deps.phoneNumbers.get(userId, input.phoneNumberId),
    deps.timer.afterCallSeconds(WATCHDOG_SECONDS, 'send-sms', { userId, smsId }),
  ]);
  const sms = newSms(smsId, usableSender(from, deps.clock.now()), input, deps.clock.now());
  const outcome = await deps.messages.createWithCharge(sms, {
    id: deps.ids.recordId(),
    userId,
    amount: -sms.totalCost,
    kind: 'sms',
    reference: String(smsId),
    createdAt: sms.createdAt,
  });
  if (outcome === 'insufficient_balance') throw new AppError('insufficient_sms_balance');
  // The id of another record of the same millisecond, 1 in 4,096: begin again with another one.
  if (outcome === 'id_taken') return acceptSms({ ...input, reservation: asResumed(reservation) }, deps);
  await queueSms(sms, deps);
  return sms;
}

/** An earlier run has stored the message, and may have died before it was queued. The worker sends once, however often it is told to. */
async function queueAgain(sms: Sms, deps: AcceptSmsDeps): Promise<Sms> {
  if (sms.status === 'queued' && sms.claimedAt === null) await queueSms(sms, deps);
  return sms;
}

async function queueSms({ userId, id }: Sms, { queue }: AcceptSmsDeps): Promise<void> {
  await queue.send('send-sms', { userId, smsId: id }, { groupId: String(userId) });
}

function usableSender(number: PhoneNumber | undefined, now: number): PhoneNumber {
  if (!number) throw new AppError('from_number_not_found');
  if (!number.smsCapable) throw new AppError('from_number_not_sms_capable');
  if (!isSubscriptionActive(number, now)) throw new AppError('from_number_expired');
  return number;
}

function newSms(id: number, from: PhoneNumber, input: SendSmsInput, now: number): Sms {
  const to = toE164(input.to);
  if (to === undefined) throw new AppError('invalid_to_number');
  // Half a surrogate pair cannot be sent, stored or found again.
  const body = input.body.toWellFormed();
  const segments = countSegments(body);
  const segmentPrice = segmentPriceFor(to);
  return {
    id,
    userId: input.userId,
    phoneNumberId: from.id,
    from: from.phoneNumber,
    to,
    body,
    segments,
    segmentPrice,
    totalCost: segments * segmentPrice,
    status: 'queued',
    claimedAt: null,
    carrierMessageId: null,
    failure: null,
    createdAt: now,
    updatedAt: now,
    ...(input.reservation && { reservationToken: input.reservation.token }),
  };
}

export interface SendSmsDeps extends AcceptSmsDeps {
  pause: (milliseconds: number) => Promise<void>;
}

const LONGEST_WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 400;

/**
 * Accepts a message and waits for the worker to send it. Gives it as `sent`, or as `queued` when the outcome is still open
 * after ten seconds; it is sent or refunded later then.
 * @throws AppError as acceptSms; sms_failed, with what the carrier says, when it was refused and refunded
 */
export async function sendSms(input: SendSmsInput, deps: SendSmsDeps): Promise<Sms> {
  const accepted = await acceptSms(input, deps);
  const sms = await waitForOutcome(accepted, deps);
  if (sms.status === 'failed') throw new AppError('sms_failed', { detail: sms.failure ?? '' });
  // What has become of the message since is not what was asked for.
  return isWithCarrier(sms.status) ? { ...sms, status: 'sent' } : sms;
}

async function waitForOutcome(accepted: Sms, { messages, clock, pause }: SendSmsDeps): Promise<Sms> {
  const key = { userId: accepted.userId, smsId: accepted.id };
  const deadline = clock.now() + LONGEST_WAIT_MS;
  let sms = accepted;
  for (let next = FIRST_PAUSE_MS; sms.status === 'queued'; next = Math.min(next * 1.5, LONGEST_PAUSE_MS)) {
    const left = deadline - clock.now();
    if (left <= 0) break;
    await pause(Math.min(next, left));
    sms = (await messages.get(key)) ?? sms;
  }
  return sms;
}

/**
 * The segments that a text is sent and billed in: 160 characters of GSM-7 or 153 each when there are several; 70 and 67
 * as soon as one character is outside GSM-7. Counted by the carrier's own calculator.
 */
export function countSegments(body: string): number {
  return new SegmentedMessage(body).segmentsCount;
}
