import timeZones from '#shared/catalog/time-zones.json' with { type: 'json' };

/**
 * Mobile numbers that are given out over a whole country of several zones. The data names the zone of the capital for
 * them; who has such a number may live anywhere in the country.
 */
const NATIONWIDE = ['79', '614', '628', '346', '347', '569', '642'];

const prefixes = new Map(Object.entries(timeZones.prefixes));

/**
 * The time zones that the owner of an E.164 number may live in, by the longest prefix that is known: one for most numbers,
 * all of its country for a number that names no region. Empty: the number tells no country, as +870.
 */
export function zonesOfNumber(e164: string): string[] {
  const digits = e164.slice(1);
  const nationwide = NATIONWIDE.find((prefix) => digits.startsWith(prefix));
  const told = nationwide === undefined ? digits : nationwide.slice(0, nationwide.startsWith('7') ? 1 : 2);
  for (let length = told.length; length > 0; length -= 1) {
    const found = prefixes.get(told.slice(0, length));
    if (found) return found.flatMap((index) => timeZones.zones[index] ?? []);
  }
  return [];
}
