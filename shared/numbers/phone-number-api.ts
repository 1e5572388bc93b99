import * as v from 'valibot';
import { isSubscriptionActive, phoneNumberTypes, type PhoneNumber } from '#shared/numbers/phone-number.ts';
import { countryCode, phoneNumberText, recordId } from '#shared/platform/http/record-fields.ts';

/** A phone number in API responses. */
export const PhoneNumberRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    phone_number: phoneNumberText('+12025550199'),
    country_code: countryCode('US'),
    type_label: v.picklist(phoneNumberTypes),
    is_available: v.pipe(v.boolean(), v.description('Whether a new inbound assistant can answer on it.')),
  }),
  v.title('PhoneNumberRecord'),
);
export type PhoneNumberRecord = v.InferOutput<typeof PhoneNumberRecord>;

export function toPhoneNumberRecord(number: PhoneNumber, now: number): PhoneNumberRecord {
  return {
    id: number.id,
    phone_number: number.phoneNumber,
    country_code: number.countryCode,
    type_label: number.type,
    is_available: canAnswerInbound(number, now),
  };
}

/** Whether a new inbound assistant can have the number. A caller ID cannot be called, and an expired number is not answered. */
export function canAnswerInbound(number: PhoneNumber, now: number): boolean {
  return number.type !== 'Caller ID' && number.inboundAssistantId === null && isSubscriptionActive(number, now);
}
