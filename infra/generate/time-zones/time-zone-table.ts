import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import { areaPlans } from '#infra/generate/time-zones/area-plans.ts';
import { northAmerica } from '#infra/generate/time-zones/north-america.ts';
import { distinctZones, zonesOfTerritory } from '#infra/generate/time-zones/zone-rules.ts';

type Area = [prefix: string, zones: string[]];

/** The zones of every prefix whose numbers are in other zones than those of a shorter prefix. */
export function timeZoneTable(): string {
  const areas = [...northAmerica(), ...countriesByCode().flatMap(areasOf)];
  const zones = [...new Set(areas.flatMap(([, names]) => names))].toSorted();
  const rows = new Map<string, string[]>();
  for (const [prefix, names] of withoutRepeats(areas)) {
    const key = names.map((name) => zones.indexOf(name)).join(',');
    rows.set(key, [...(rows.get(key) ?? []), prefix]);
  }
  const listed = [...rows].map(([key, prefixes]) => `{ "zones": [${key}], "prefixes": "${prefixes.join(' ')}" }`);
  return `{\n  "zones": ${JSON.stringify(zones)},\n  "areas": [\n    ${listed.join(',\n    ')}\n  ]\n}\n`;
}

function countriesByCode(): Array<[callingCode: string, countries: string[]]> {
  return Object.entries(Object.groupBy(getCountries(), (country) => getCountryCallingCode(country))).map(
    ([code, countries = []]) => [code, countries],
  );
}

function areasOf([callingCode, countries]: [string, string[]]): Area[] {
  if (callingCode === '1') return [];
  const plan = areaPlans[callingCode];
  const areas = (plan?.areas ?? []).flatMap((row) => toAreas(callingCode, row));
  const abroad = (plan?.abroad ?? []).flatMap((row) => toAreas(callingCode, row));
  const territory = (plan?.countries ?? countries).flatMap(zonesOfTerritory);
  // The names of the plan first: each stands for the other zones of its rule.
  const all = distinctZones([
    ...areas.flatMap(([, zones]) => zones),
    ...territory.toSorted((one, other) => rank(one) - rank(other)),
  ]);
  // Not of a country: +870, +881 and their like.
  if (all.length === 0) return [];
  return [[callingCode, plan?.elsewhere === undefined ? all : plan.elsewhere.split(' ')], ...areas, ...abroad];
}

function toAreas(callingCode: string, [zones, prefixes]: [string, string]): Area[] {
  return prefixes.split(' ').map((prefix) => [callingCode + prefix, distinctZones(zones.split(' '))]);
}

/** Zones whose cities stand for a country, before others of the same rule. */
const capitals = ['America/Buenos_Aires', 'Asia/Nicosia', 'Asia/Tashkent', 'Europe/Berlin', 'Pacific/Majuro'];
const rank = (zone: string): number => (capitals.includes(zone) ? 0 : 1);

/** A longer prefix says nothing when its numbers are where those of the shorter one are. */
function withoutRepeats(areas: readonly Area[]): Area[] {
  const byPrefix = new Map(areas);
  if (byPrefix.size !== areas.length) throw new Error('a prefix is listed twice');
  return areas.filter(([prefix, zones]) => {
    for (let length = prefix.length - 1; length > 0; length -= 1) {
      const shorter = byPrefix.get(prefix.slice(0, length));
      if (shorter) return shorter.join(' ') !== zones.join(' ');
    }
    return true;
  });
}
