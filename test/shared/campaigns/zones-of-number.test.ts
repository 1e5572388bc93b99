import { expect, it } from 'vitest';
import { zonesOfNumber } from '#shared/campaigns/calling-hours.ts';
import timeZones from '#shared/catalog/time-zones.json' with { type: 'json' };

it.each([
  ['+12025550100', ['America/New_York']],
  ['+12135550100', ['America/Los_Angeles']],
  ['+16235550100', ['America/Phoenix']],
  ['+4930123456', ['Europe/Berlin']],
  ['+34928123456', ['Atlantic/Canary']],
  ['+81312345678', ['Asia/Tokyo']],
])('%s lives in %s', (number, zones) => expect(zonesOfNumber(number)).toEqual(zones));

it.each([
  ['a toll-free one', '+18005550100', 'America/Los_Angeles', 'America/New_York'],
  ['a mobile one of Australia', '+61412345678', 'Australia/Perth', 'Australia/Sydney'],
  ['a mobile one of Russia', '+79161234567', 'Asia/Vladivostok', 'Europe/Moscow'],
  ['a mobile one of Spain', '+34612345678', 'Atlantic/Canary', 'Europe/Madrid'],
])('may be anywhere in the country: %s', (_, number, ...zones) => {
  expect(zonesOfNumber(number)).toEqual(expect.arrayContaining(zones));
});

it('is not told by a number of no country', () => expect(zonesOfNumber('+87012345678')).toEqual([]));

it('is one that clocks know, for every prefix', () => {
  for (const timeZone of timeZones.zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  for (const found of Object.values(timeZones.prefixes)) {
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((index) => timeZones.zones[index] !== undefined)).toBe(true);
  }
});
