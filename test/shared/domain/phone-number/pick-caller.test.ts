import { describe, expect, it } from 'vitest';
import { pickCaller } from '#shared/domain/phone-number/pick-caller.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';

const now = 1_000;
const numbers = [
  buildPhoneNumber({ id: 1, subscriptionExpiresAt: now }),
  buildPhoneNumber({ id: 2, subscriptionExpiresAt: now + 1 }),
  buildPhoneNumber({ id: 3, type: 'Caller ID' }),
];

describe('the number that an assistant calls from', () => {
  it.each([
    { assigned: null, picked: 2 },
    { assigned: 3, picked: 3 },
    { assigned: 1, picked: undefined },
    { assigned: 9, picked: undefined },
  ])('is $picked when $assigned is assigned', ({ assigned, picked }) => {
    expect(pickCaller(assigned, numbers, now)?.id).toBe(picked);
  });

  it('is none for a user without numbers', () => {
    expect(pickCaller(null, [], now)).toBeUndefined();
  });
});
