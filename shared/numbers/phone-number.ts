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

/**
 * The number that an assistant calls from: its own, else the user's oldest. A number whose subscription has ended calls nobody.
 * `numbers` are all numbers of the user, oldest first. Undefined when there is none.
 */
export function selectCallerId(
  assignedId: number | null,
  numbers: readonly PhoneNumber[],
  now: number,
): PhoneNumber | undefined {
  const callable = numbers.filter((number) => isSubscriptionActive(number, now));
  if (assignedId !== null) return callable.find((number) => number.id === assignedId);
  return callable[0];
}

export interface PhoneNumberStore {
  /** `taken`: some user already has this E.164 number. */
  add(number: PhoneNumber): Promise<'added' | 'taken'>;
  get(userId: number, phoneNumberId: number): Promise<PhoneNumber | undefined>;
  /** Whoever has it. */
  findByNumber(e164: string): Promise<PhoneNumber | undefined>;
  /** All numbers of the user, oldest first. */
  list(userId: number): Promise<PhoneNumber[]>;
}
