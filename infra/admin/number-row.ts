import { timeCell, type Row } from '#infra/admin/output.ts';
import { isSubscriptionActive, type PhoneNumber } from '#shared/domain/phone-number/phone-number.ts';

export function numberRow(number: PhoneNumber, now: number): Row {
  return {
    id: number.id,
    phone_number: number.phoneNumber,
    country_code: number.countryCode,
    type_label: number.type,
    sms_capable: number.smsCapable,
    subscription_active: isSubscriptionActive(number, now),
    subscription_expires_at: timeCell(number.subscriptionExpiresAt),
    inbound_assistant_id: number.inboundAssistantId,
  };
}
