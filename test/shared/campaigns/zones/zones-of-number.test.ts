import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { zonesOfNumber } from '#shared/campaigns/zones-of-number.ts';
import timeZones from '#shared/catalog/time-zones.json' with { type: 'json' };
import { zonesByPlace } from '#test/shared/campaigns/zones/places.ts';

/**
 * Prefixes with their places in libphonenumber 9.0.35 (github.com/google/libphonenumber, commit f7e3e88c of 2026-07-17): all of four
 * digits of resources/geocoding/en/1.txt, 55.txt and 7.txt, and of five of 52.txt and 62.txt. Of “San Antonio, TX” it is the state, of
 * “Serang/Merak” the first place; for Cozumel, where the data has QRO, it is Quintana Roo.
 */
const [, ...lines] = readFileSync(join(import.meta.dirname, 'places-of-prefixes.csv'), 'utf8')
  .trim()
  .split('\n');

const clockAt = (zone: string, month: number) =>
  new Date(Date.UTC(2027, month, 5, 12)).toLocaleString('en-GB', { timeZone: zone });
/** Zones with one clock in winter and in summer are one. */
const clocksOf = (zones: readonly string[]) => new Set(zones.map((zone) => `${clockAt(zone, 0)} ${clockAt(zone, 6)}`));

function expectedOf(prefix: string, place: string): string[] {
  const code = Object.keys(zonesByPlace).find((one) => prefix.startsWith(one))!;
  const rows = zonesByPlace[code]!;
  const row = rows.find(([, places]) => places.split('|').includes(place)) ?? rows.find(([, places]) => places === '');
  expect(row, `${prefix} ${place}`).toBeDefined();
  return row![0].split(' ');
}

it('agree with the places of more than a thousand prefixes', () => {
  expect(lines.length).toBeGreaterThan(1000);
  const wrong = lines.flatMap((line) => {
    const [prefix = '', place = ''] = line.split(/,(.*)/);
    const expected = clocksOf(expectedOf(prefix, place));
    const actual = clocksOf(zonesOfNumber(`+${prefix}5550123`));
    const isRight = actual.size > 0 && actual.isSubsetOf(expected);
    return isRight ? [] : [`${line}: ${zonesOfNumber(`+${prefix}5550123`).join(' ')}`];
  });
  expect(wrong).toEqual([]);
});

/**
 * Where the expectation comes from: resources/timezones/map_data.txt of libphonenumber 9.0.35, or the name of the place in tzdata where
 * that file has the zone of another place, such as Europe/Paris for Algeria.
 */
it.each([
  ['+12025550100', 'America/New_York', 'libphonenumber'],
  ['+12135550100', 'America/Los_Angeles', 'libphonenumber'],
  ['+16235550100', 'America/Phoenix', 'libphonenumber'],
  ['+17875550100', 'America/Puerto_Rico', 'libphonenumber'],
  ['+18765550100', 'America/Jamaica', 'libphonenumber'],
  ['+4930123456', 'Europe/Berlin', 'libphonenumber'],
  ['+34928123456', 'Atlantic/Canary', 'libphonenumber'],
  ['+81312345678', 'Asia/Tokyo', 'libphonenumber'],
  ['+526144101234', 'America/Chihuahua', 'tzdata: Chihuahua'],
  ['+526631234567', 'America/Tijuana', 'tzdata: Tijuana'],
  ['+528681234567', 'America/Matamoros', 'tzdata: Matamoros'],
  ['+213551234567', 'Africa/Algiers', 'tzdata: Algiers'],
  ['+211912345678', 'Africa/Juba', 'tzdata: Juba'],
  ['+212650123456', 'Africa/Casablanca', 'tzdata: Casablanca'],
  ['+218912345678', 'Africa/Tripoli', 'tzdata: Tripoli'],
  ['+50581234567', 'America/Managua', 'tzdata: Managua'],
  ['+970599123456', 'Asia/Gaza', 'libphonenumber'],
  ['+38343201234', 'Europe/Belgrade', 'libphonenumber'],
  ['+77710009998', 'Asia/Almaty', 'libphonenumber'],
  ['+8613123456789', 'Asia/Shanghai', 'libphonenumber'],
  ['+61712345678', 'Australia/Brisbane', 'tzdata: Brisbane'],
  ['+61889123456', 'Australia/Darwin', 'tzdata: Darwin'],
  ['+61891234567', 'Australia/Perth', 'tzdata: Perth'],
  ['+6433051234', 'Pacific/Chatham', 'libphonenumber'],
  ['+5661221234', 'America/Punta_Arenas', 'tzdata: Punta Arenas'],
])('%s has the clock of %s', (number, zone) => expect(clocksOf(zonesOfNumber(number))).toEqual(clocksOf([zone])));

/** Areas with several zones, by the sources of infra/generate/time-zones: the report of NANPA of 2025-11-26, plans of the ITU, and tzdata. */
it.each([
  ['the area code 423 of Tennessee', '+14235551234', 'America/New_York America/Chicago'],
  ['the area code 219 of Indiana', '+12192001234', 'America/New_York America/Chicago'],
  ['western Kentucky', '+12705551234', 'America/New_York America/Chicago'],
  ['an overlay of western Kentucky', '+13645551234', 'America/New_York America/Chicago'],
  ['an overlay of southern Indiana', '+19305551234', 'America/New_York America/Chicago'],
  ['an overlay of Idaho', '+19865551234', 'America/Denver America/Los_Angeles'],
  ['Arizona with the Navajo Nation', '+19285551234', 'America/Phoenix America/Denver'],
  ['a toll-free one', '+18005550100', 'America/Los_Angeles America/New_York Pacific/Honolulu'],
  ['an area code that is newer than the table', '+12005550100', 'America/Los_Angeles America/New_York'],
  [
    'a mobile one of Australia',
    '+61412345678',
    'Australia/Perth Australia/Sydney Australia/Adelaide Australia/Brisbane',
  ],
  ['a mobile one of Russia', '+79161234567', 'Asia/Vladivostok Europe/Moscow Europe/Kaliningrad Asia/Kamchatka'],
  ['a mobile one of Spain', '+34612345678', 'Atlantic/Canary Europe/Madrid'],
  ['a mobile one of Portugal', '+351912345678', 'Atlantic/Azores Europe/Lisbon'],
  ['a mobile one of Ecuador', '+593991234567', 'America/Guayaquil Pacific/Galapagos'],
  ['a mobile one of Congo', '+243991234567', 'Africa/Kinshasa Africa/Lubumbashi'],
  ['a mobile one of Indonesia', '+62812345678', 'Asia/Jakarta Asia/Makassar Asia/Jayapura'],
  ['a mobile one of Chile', '+56961234567', 'America/Santiago Pacific/Easter America/Punta_Arenas'],
])('%s may be in every zone', (_, number, zones) => {
  expect(clocksOf(zones.split(' ')).difference(clocksOf(zonesOfNumber(number)))).toEqual(new Set());
});

it('a zone is not told by a number of no country', () => expect(zonesOfNumber('+87012345678')).toEqual([]));

it('a zone is one that clocks know, for every prefix', () => {
  for (const timeZone of timeZones.zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  for (const { zones, prefixes } of timeZones.areas) {
    expect(prefixes).toMatch(/^[1-9]\d*(?: [1-9]\d*)*$/);
    expect(zones.length).toBeGreaterThan(0);
    expect(zones.every((index) => timeZones.zones[index] !== undefined)).toBe(true);
  }
});
