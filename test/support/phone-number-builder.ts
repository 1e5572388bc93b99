import type { PhoneNumber } from '#shared/domain/phone-number/phone-number.ts';

export function buildPhoneNumber(changes: Partial<PhoneNumber> = {}): PhoneNumber {
  return {
    id: 1001,
    userId: 7,
    phoneNumber: '+12025550200',
    countryCode: 'US',
    type: 'Normal',
    smsCapable: true,
    subscriptionExpiresAt: null,
    inboundAssistantId: null,
    createdAt: Date.UTC(2026, 0, 1),
    ...changes,
  };
}
