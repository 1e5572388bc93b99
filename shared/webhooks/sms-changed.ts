import * as v from 'valibot';
import { toDecimal } from '#shared/accounts/account.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { isoTime, money, plainText, recordId, wholeNumber } from '#shared/platform/http/record-fields.ts';
import {
  smsDirections,
  smsEvents,
  smsListStatuses,
  type Sms,
  type SmsEvent,
  type SmsListStatus,
} from '#shared/sms/sms.ts';

export const SmsChangedPayload = v.pipe(
  v.object({
    event: v.picklist(smsEvents),
    test: v.optional(
      v.pipe(
        v.literal(true),
        v.description('The field is present only in test events, which have no SMS behind them.'),
      ),
    ),
    id: recordId(),
    direction: v.picklist(smsDirections),
    status: v.pipe(
      v.picklist(smsListStatuses),
      v.examples(['delivered']),
      v.description('The status that this event is about. The SMS may have moved on since.'),
    ),
    phone_number_id: v.pipe(recordId(1), v.description('The id of your number.')),
    from: plainText('+12025550199'),
    to: plainText('+12025550100'),
    body: plainText('Your appointment is on Tuesday at ten.'),
    segments: v.pipe(wholeNumber(1), v.minValue(1)),
    total_cost: money(0.01),
    sms_sid: v.pipe(
      plainText('SM0123456789abcdef0123456789abcdef'),
      v.description('The id of the SMS at the carrier. It is empty if the carrier did not accept it.'),
    ),
    error: v.pipe(
      v.nullable(plainText('30003')),
      v.description('The reason why the SMS was not sent or not delivered, or null.'),
    ),
    opt_out: v.pipe(
      v.nullable(v.picklist(['stop', 'start'])),
      v.description('What an inbound SMS has changed on the do-not-call list, or null.'),
    ),
    created_at: isoTime(),
    occurred_at: v.pipe(isoTime(), v.description('The time of the event.')),
  }),
  v.title('SmsChangedPayload'),
);
export type SmsChangedPayload = v.InferOutput<typeof SmsChangedPayload>;

const statusOf: Record<SmsEvent, SmsListStatus> = {
  'sms.sent': 'sent',
  'sms.delivered': 'delivered',
  'sms.undelivered': 'undelivered',
  'sms.failed': 'failed',
  'sms.received': 'received',
};

type AnnouncedSms = Pick<
  Sms,
  | 'id'
  | 'direction'
  | 'phoneNumberId'
  | 'from'
  | 'to'
  | 'body'
  | 'segments'
  | 'totalCost'
  | 'carrierMessageId'
  | 'failure'
  | 'optOut'
  | 'createdAt'
>;

/** Only of what no longer changes after the event: the same bytes for every attempt. */
export function smsChangedPayload(event: SmsEvent, sms: AnnouncedSms, occurredAt: number): SmsChangedPayload {
  const hasError = event === 'sms.undelivered' || event === 'sms.failed';
  return {
    event,
    id: sms.id,
    direction: sms.direction ?? 'outbound',
    status: statusOf[event],
    phone_number_id: sms.phoneNumberId,
    from: sms.from,
    to: sms.to,
    body: sms.body,
    segments: sms.segments,
    total_cost: toDecimal(event === 'sms.failed' ? 0 : sms.totalCost),
    sms_sid: sms.carrierMessageId ?? '',
    error: hasError ? sms.failure : null,
    opt_out: sms.optOut ?? null,
    created_at: toIsoMicroseconds(sms.createdAt),
    occurred_at: toIsoMicroseconds(occurredAt),
  };
}
