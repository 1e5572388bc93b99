import * as v from 'valibot';
import { toDecimal } from '#shared/accounts/account.ts';
import { toPlainTime } from '#shared/platform/clock.ts';
import {
  money,
  phoneNumberText,
  plainText,
  plainTime,
  recordId,
  wholeNumber,
} from '#shared/platform/http/record-fields.ts';
import { smsStatuses, type Sms } from '#shared/sms/sms.ts';

export const SmsRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    phone_number_id: v.pipe(recordId(1), v.description('The id of the number that sends the SMS.')),
    to: phoneNumberText('+12025550100'),
    body: plainText('Your appointment is on Tuesday at ten.'),
    user_id: recordId(1),
    segments: v.pipe(wholeNumber(1), v.minValue(1), v.description('The number of segments that are billed.')),
    segment_price: money(0.01),
    total_cost: v.pipe(money(0.01), v.description('The price of a segment multiplied by the number of segments.')),
    status: v.pipe(v.picklist(smsStatuses), v.examples(['sent'])),
    sms_sid: v.pipe(
      plainText('SM0123456789abcdef0123456789abcdef'),
      v.description('The id of the SMS at the carrier. It is empty while the SMS is queued.'),
    ),
    created_at: plainTime(),
    updated_at: plainTime(),
  }),
  v.title('SmsRecord'),
);
export type SmsRecord = v.InferOutput<typeof SmsRecord>;

export function toSmsRecord(sms: Sms): SmsRecord {
  return {
    id: sms.id,
    phone_number_id: sms.phoneNumberId,
    to: sms.to,
    body: sms.body,
    user_id: sms.userId,
    segments: sms.segments,
    segment_price: toDecimal(sms.segmentPrice),
    total_cost: toDecimal(sms.totalCost),
    status: sms.status,
    // The contract types it as text, without null.
    sms_sid: sms.carrierMessageId ?? '',
    created_at: toPlainTime(sms.createdAt),
    updated_at: toPlainTime(sms.updatedAt),
  };
}
