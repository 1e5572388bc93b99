import { SegmentedMessage } from 'sms-segments-calculator';
import {
  openDestination,
  rememberCountry,
  requireAllowed,
  requireAttempt,
  spendable,
  spendReached,
  type Destination,
} from '#shared/destinations/destinations.ts';
import { isSubscriptionActive, type PhoneNumber } from '#shared/numbers/phone-number.ts';
import { toE164 } from '#shared/platform/e164.ts';
import { AppError, type ErrorCode } from '#shared/platform/errors.ts';
import { asResumed, findReservedRecord, type Reservation } from '#shared/platform/http/idempotency.ts';
import { nextDraw } from '#shared/platform/ids.ts';
import { LONGEST_WAIT_MS, type SmsDeps } from '#shared/sms/sms-deps.ts';
import { isWithCarrier, RECIPIENT_IS_LISTED, type Sms } from '#shared/sms/sms.ts';

export const smsRefusals = [
  'from_number_not_found',
  'from_number_not_sms_capable',
  'from_number_expired',
  'invalid_to_number',
  'expensive_spend_reached',
  'insufficient_sms_balance',
  'sms_failed',
] as const satisfies readonly ErrorCode[];

export interface SendSmsInput {
  userId: number;
  phoneNumberId: number;
  to: string;
  body: string;
  reservation?: Reservation | undefined;
}

type AcceptSmsDeps = Pick<
  SmsDeps,
  'messages' | 'phoneNumbers' | 'queue' | 'timer' | 'clock' | 'ids' | 'limits' | 'doNotCall' | 'destinations'
>;
export type SendSmsDeps = AcceptSmsDeps & Pick<SmsDeps, 'pause' | 'logger'>;

const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 400;

/** `queued`: still open after ten seconds, or too many wait. @throws AppError as `acceptSms`; sms_failed if refunded */
export async function sendSms(input: SendSmsInput, deps: SendSmsDeps): Promise<Sms> {
  const accepted = await acceptSms(input, deps);
  const sms = await waitAmongOthers(accepted, deps);
  if (sms.status === 'failed') throw new AppError('sms_failed', { detail: sms.failure ?? '' });
  // The request asks to send: its answer does not contain the delivery status.
  return isWithCarrier(sms.status) ? { ...sms, status: 'sent' } : sms;
}

/** A wait occupies a function. The message is queued, so a wait that cannot be counted is no error: it is left out. */
async function waitAmongOthers(accepted: Sms, deps: SendSmsDeps): Promise<Sms> {
  const stopWaiting = await unlessFailed(() => deps.limits.startWaiting(accepted.userId), deps);
  if (!stopWaiting) return accepted;
  try {
    return await waitForOutcome(accepted, deps);
  } finally {
    await unlessFailed(stopWaiting, deps);
  }
}

async function unlessFailed<Answer>(
  count: () => Promise<Answer>,
  { logger }: Pick<SmsDeps, 'logger'>,
): Promise<Answer | undefined> {
  try {
    return await count();
  } catch (error) {
    logger.warn('a count beside an SMS failed', { error });
    return undefined;
  }
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

/** 5 s after the worker stops trying (5 minutes), so that this message fails and refunds what was not sent. */
const WATCHDOG_SECONDS = 305;

/**
 * The watchdog starts before the message is stored: a crash cannot leave a charged message that is never checked.
 * @throws AppError too_many_requests, from_number_not_found, from_number_not_sms_capable, from_number_expired,
 * invalid_to_number, validation_failed on `to`, expensive_spend_reached, insufficient_sms_balance, sms_failed if the recipient is on the do-not-call list
 */
export async function acceptSms(input: SendSmsInput, deps: AcceptSmsDeps, draw = 1): Promise<Sms> {
  const { userId, reservation } = input;
  const reserved = await findReservedRecord(
    reservation,
    (smsId) => deps.messages.get({ userId, smsId }),
    (sms) => sms.reservationToken,
  );
  if (reserved.item) return queueAgain(reserved.item, deps);
  const smsId = reserved.id ?? deps.ids.recordId();
  const to = toE164(input.to);
  const [from, destination] = await Promise.all([
    deps.phoneNumbers.get(userId, input.phoneNumberId),
    to === undefined ? undefined : openDestination({ userId, e164: to, use: 'texted' }, deps.destinations),
    deps.timer.afterCallSeconds(WATCHDOG_SECONDS, 'send-sms', { userId, smsId }),
    deps.limits.countSms(userId),
  ]);
  const sender = usableSender(from, deps.clock.now());
  if (destination === undefined) throw new AppError('invalid_to_number');
  requireAllowed(destination.refusal, 'to', 'to number');
  const sms = newSms(smsId, { sender, destination }, input, deps.clock.now());
  if (await deps.doNotCall.has(userId, sms.to)) {
    throw new AppError('sms_failed', { detail: RECIPIENT_IS_LISTED });
  }
  if (spendable(destination, sms.totalCost) < sms.totalCost) throw spendReached(destination, deps.destinations);
  await requireAttempt(userId, destination, deps.destinations);
  const entry = {
    id: deps.ids.recordId(),
    userId,
    amount: -sms.totalCost,
    kind: 'sms',
    reference: String(smsId),
    createdAt: sms.createdAt,
  } as const;
  const outcome = await deps.messages.createWithCharge(sms, entry, destination.limit);
  if (outcome === 'insufficient_balance') throw new AppError('insufficient_sms_balance');
  // Another record of the same millisecond has this id (1 in 4,096), or others have spent the money meanwhile.
  if (outcome !== 'created') return acceptSms({ ...input, reservation: asResumed(reservation) }, deps, nextDraw(draw));
  await queueSms(sms, deps);
  await unlessFailed(() => rememberCountry(userId, destination, deps.destinations), deps.destinations);
  return sms;
}

/** The first run may have crashed before it queued the message. The worker sends it once, even if queued twice. */
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

function newSms(
  id: number,
  { sender: from, destination }: { sender: PhoneNumber; destination: Destination },
  input: SendSmsInput,
  now: number,
): Sms {
  const body = input.body.toWellFormed();
  const segments = countSegments(body);
  const { e164: to, price: segmentPrice, limit } = destination;
  return {
    id,
    userId: input.userId,
    phoneNumberId: from.id,
    from: from.phoneNumber,
    carrierAccount: from.carrierAccount,
    to,
    body,
    segments,
    segmentPrice,
    totalCost: segments * segmentPrice,
    ...(limit !== undefined && { isExpensive: true }),
    status: 'queued',
    claimedAt: null,
    carrierMessageId: null,
    failure: null,
    createdAt: now,
    updatedAt: now,
    ...(input.reservation && { reservationToken: input.reservation.token }),
  };
}

/** By the carrier's calculator: 160 GSM-7 characters, or 153 in each of several; with others 70 and 67. */
export function countSegments(body: string): number {
  return new SegmentedMessage(body).segmentsCount;
}
