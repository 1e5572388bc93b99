import timeZones from '#shared/catalog/time-zones.json' with { type: 'json' };

const zonesByPrefix = new Map(
  timeZones.areas.flatMap(({ zones, prefixes }) => prefixes.split(' ').map((prefix) => [prefix, zones] as const)),
);

/** IANA names of all zones that it can be in, by its longest known prefix. No country (+870): none. */
export function zonesOfNumber(e164: string): string[] {
  for (let length = e164.length; length > 1; length -= 1) {
    const found = zonesByPrefix.get(e164.slice(1, length));
    if (found) return found.flatMap((index) => timeZones.zones[index] ?? []);
  }
  return [];
}
