import { describe, expect, it } from 'vitest';
import { countryOf } from '#shared/domain/phone-number/country-of.ts';

describe('country of a number', () => {
  it.each([
    { number: '+12025550001', country: 'US' },
    { number: '+14165550123', country: 'CA' },
    { number: '+442079460000', country: 'GB' },
    { number: '+80012345678', country: undefined },
  ])('$number belongs to $country', ({ number, country }) => {
    expect(countryOf(number)).toBe(country);
  });
});
