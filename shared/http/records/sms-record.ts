import * as v from 'valibot';
import { smsStatuses } from '#shared/domain/sms/sms-status.ts';
import { money, phoneNumberText, plainTime, recordId, text, wholeNumber } from '#shared/http/records/wire-fields.ts';

/** A text message as the API shows it. */
export const SmsRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    phone_number_id: v.pipe(recordId(1), v.description('The number that it is sent from.')),
    to: phoneNumberText('+12025550100'),
    body: text('Your appointment is on Tuesday at ten.'),
    user_id: recordId(1),
    segments: v.pipe(wholeNumber(1), v.minValue(1), v.description('What it is billed in.')),
    segment_price: money(0.01),
    total_cost: v.pipe(money(0.01), v.description('The price of a segment times the segments.')),
    status: v.pipe(v.picklist(smsStatuses), v.examples(['sent'])),
    sms_sid: v.pipe(
      v.nullable(text('SM0123456789abcdef0123456789abcdef')),
      v.description("The provider's tracking identifier; null while the message is queued."),
    ),
    created_at: plainTime(),
    updated_at: plainTime(),
  }),
  v.title('SmsRecord'),
);
