import { expect, it } from 'vitest';
import { selectCallerId } from '#shared/numbers/phone-number.ts';
import { countryOf, maskNumber, toE164, toSearchedNumber } from '#shared/platform/e164.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';

it.each([
  { number: '+12025550001', country: 'US' },
  { number: '+14165550123', country: 'CA' },
  { number: '+442079460000', country: 'GB' },
  { number: '+80012345678', country: undefined },
])('country of a number $number belongs to $country', ({ number, country }) => expect(countryOf(number)).toBe(country));

const now = 1_000;
const numbers = [
  buildPhoneNumber({ id: 1, subscriptionExpiresAt: now }),
  buildPhoneNumber({ id: 2, subscriptionExpiresAt: now + 1 }),
  buildPhoneNumber({ id: 3, type: 'Caller ID' }),
];

it.each([
  { assigned: null, picked: 2 },
  { assigned: 3, picked: 3 },
  { assigned: 1, picked: undefined },
  { assigned: 9, picked: undefined },
])('the number that an assistant calls from is $picked when $assigned is assigned', ({ assigned, picked }) => {
  expect(selectCallerId(assigned, numbers, now)?.id).toBe(picked);
});

it.each([
  { text: '+12025550100', e164: '+12025550100' },
  { text: ' +1 (202) 555-0100 ', e164: '+12025550100' },
  { text: '+49 171 1234567', e164: '+491711234567' },
  { text: '2025550100', e164: undefined },
  { text: '+1202555', e164: undefined },
  { text: '+999', e164: undefined },
  { text: '', e164: undefined },
  { text: 'call me', e164: undefined },
])('reads $text as $e164', ({ text, e164 }) => expect(toE164(text)).toBe(e164));

it.each([
  { text: '+12025550100', searched: '+12025550100' },
  { text: ' 12025550100', searched: '+12025550100' },
  { text: '0150', searched: '0150' },
])('searches for $searched when $text is typed', ({ text, searched }) => {
  expect(toSearchedNumber(text)).toBe(searched);
});

it.each([
  { number: '+12025550100', masked: '+120******00' },
  { number: '+123', masked: '***' },
])('masks $number', ({ number, masked }) => expect(maskNumber(number)).toBe(masked));
