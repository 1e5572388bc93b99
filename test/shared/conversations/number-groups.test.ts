import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, it } from 'vitest';
import { speakForms } from '#shared/conversations/spoken-numbers.ts';

/** Groups of up to four digits, as the library writes a number and as it is said. */
const written = (international: string) => international.slice(1).split(/\D+/);
const said = (spoken: string) =>
  spoken
    .slice(1)
    .split(', ')
    .map((group) => group.replaceAll(' ', ''));

it('the mobile numbers of nearly all countries are said in the groups of their country', () => {
  const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
  expect(numbers.length).toBeGreaterThan(230);
  const others = numbers.filter((number) => {
    const groups = written(number.formatInternational());
    const spoken = said(speakForms(number.number, 'en-US'));
    expect(spoken.join('')).toBe(number.number.slice(1));
    return groups.every((group) => group.length <= 4) && spoken.join(' ') !== groups.join(' ');
  });
  // A third digit of the area would tell these apart.
  expect(others.length / numbers.length).toBeLessThan(0.08);
});
