/** The rules are compared over two years from this day, so that the table changes with the data and not with the date. */
const FIRST_DAY = Date.UTC(2026, 10, 1);
const DAYS = 730;
const DAY_MS = 86_400_000;

const rules = new Map<string, string>();

/** Equal for zones whose clocks always agree. @throws RangeError for a zone that does not exist */
function ruleOf(zone: string): string {
  const known = rules.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsets = Array.from({ length: DAYS }, (_, day) => {
    const parts = format.formatToParts(FIRST_DAY + day * DAY_MS);
    return parts.find(({ type }) => type === 'timeZoneName')?.value;
  });
  const rule = offsets.join(' ');
  rules.set(zone, rule);
  return rule;
}

/** The first zone of each rule, sorted. */
export function distinctZones(zones: readonly string[]): string[] {
  const firsts = new Map<string, string>();
  for (const zone of zones) if (!firsts.has(ruleOf(zone))) firsts.set(ruleOf(zone), zone);
  return [...firsts.values()].toSorted();
}

/** Of Unicode CLDR, which the runtime brings with it. It has none for Kosovo and for Ascension. */
const outsideCldr: Record<string, string[]> = { XK: ['Europe/Belgrade'], AC: ['Atlantic/St_Helena'] };

declare global {
  namespace Intl {
    /** ECMA-402 2026, which the types of the language do not have yet. */
    interface Locale {
      getTimeZones(): string[] | undefined;
    }
  }
}

/** All zones of a territory. `country`: ISO 3166-1 alpha-2. */
export function zonesOfTerritory(country: string): string[] {
  const zones = new Intl.Locale(`und-${country}`).getTimeZones() ?? outsideCldr[country] ?? [];
  // Stations, not places where customers live.
  return zones.length > 0
    ? zones.filter((zone) => !zone.startsWith('Antarctica/') || country === 'AQ')
    : (outsideCldr[country] ?? []);
}
