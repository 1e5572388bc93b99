import { MICROS_PER_UNIT, type Micros } from '#shared/domain/account/money.ts';
import type { PhoneNumberType } from '#shared/domain/phone-number/phone-number.ts';

export interface SeedNumber {
  id: number;
  phoneNumber: string;
  type: PhoneNumberType;
  smsCapable: boolean;
  subscriptionExpiresAt: number | null;
}

export interface SeedUser {
  id: number;
  name: string;
  balance: Micros;
  numbers: SeedNumber[];
  campaigns: Array<{ id: number; name: string }>;
}

const normal = (id: number, changes: Partial<SeedNumber> = {}): SeedNumber => ({
  id,
  // 0100 to 0199 of this exchange are the simulated callees.
  phoneNumber: `+120255500${String(id).padStart(2, '0')}`,
  type: 'Normal',
  smsCapable: false,
  subscriptionExpiresAt: null,
  ...changes,
});

/** The accounts of a fresh local stack. The ids are fixed and small, so that sample events can name them. */
export const seedUsers: readonly SeedUser[] = [
  {
    id: 1,
    name: 'Northwind Dental',
    balance: 100 * MICROS_PER_UNIT,
    numbers: [
      normal(1, { smsCapable: true }),
      normal(2),
      normal(3, { type: 'SIP' }),
      normal(4, { type: 'Caller ID' }),
      normal(5, { smsCapable: true, subscriptionExpiresAt: Date.UTC(2025, 11, 31) }),
    ],
    campaigns: [{ id: 1, name: 'Check-up reminders' }],
  },
  {
    id: 2,
    name: 'Riverside Motors',
    balance: 100 * MICROS_PER_UNIT,
    numbers: [normal(6, { smsCapable: true })],
    campaigns: [{ id: 2, name: 'Test drives' }],
  },
  { id: 3, name: 'Empty Pockets', balance: 0, numbers: [normal(7, { smsCapable: true })], campaigns: [] },
];
