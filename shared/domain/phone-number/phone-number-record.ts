import type { PhoneNumber, PhoneNumberType } from '#shared/domain/phone-number/phone-number.ts';

/** A phone number as the API shows it. */
export interface PhoneNumberRecord {
  id: number;
  phone_number: string;
  country_code: string;
  type_label: PhoneNumberType;
  is_available: boolean;
}

export function toPhoneNumberRecord(number: PhoneNumber): PhoneNumberRecord {
  return {
    id: number.id,
    phone_number: number.phoneNumber,
    country_code: number.countryCode,
    type_label: number.type,
    is_available: canAnswerInbound(number),
  };
}

/** A caller ID only shows on outgoing calls; a number that an inbound assistant holds is taken. */
export function canAnswerInbound(number: PhoneNumber): boolean {
  return number.type !== 'Caller ID' && number.inboundAssistantId === null;
}
