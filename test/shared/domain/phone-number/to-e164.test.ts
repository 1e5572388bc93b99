import { describe, expect, it } from 'vitest';
import { maskNumber, toE164, toSearchedNumber } from '#shared/domain/phone-number/to-e164.ts';

describe('phone numbers', () => {
  it.each([
    { text: '+12025550100', e164: '+12025550100' },
    { text: ' +1 (202) 555-0100 ', e164: '+12025550100' },
    { text: '+49 171 1234567', e164: '+491711234567' },
    { text: '2025550100', e164: undefined },
    { text: '+1202555', e164: undefined },
    { text: '+999', e164: undefined },
    { text: '', e164: undefined },
    { text: 'call me', e164: undefined },
  ])('reads $text as $e164', ({ text, e164 }) => {
    expect(toE164(text)).toBe(e164);
  });

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
  ])('masks $number', ({ number, masked }) => {
    expect(maskNumber(number)).toBe(masked);
  });
});
