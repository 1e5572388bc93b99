export const phoneNumberTypes = ['Normal', 'SIP', 'Caller ID'] as const;
export type PhoneNumberType = (typeof phoneNumberTypes)[number];

/** A number that a user may call from, or be called on. */
export interface PhoneNumber {
  id: number;
  userId: number;
  /** E.164 */
  phoneNumber: string;
  /** ISO 3166 alpha-2 */
  countryCode: string;
  type: PhoneNumberType;
  smsCapable: boolean;
  /** Epoch milliseconds; null = no end. */
  subscriptionExpiresAt: number | null;
  /** The inbound assistant that answers on this number. */
  inboundAssistantId: number | null;
  createdAt: number;
}

export function isSubscriptionActive(number: PhoneNumber, now: number): boolean {
  return number.subscriptionExpiresAt === null || number.subscriptionExpiresAt > now;
}
