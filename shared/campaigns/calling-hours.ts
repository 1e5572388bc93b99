import { weekdays, type CampaignRules, type Weekday } from '#shared/campaigns/campaign.ts';
import timeZones from '#shared/catalog/time-zones.json' with { type: 'json' };

/** Minutes of the day; `end` is the first minute that is too late. */
export interface DailyHours {
  start: number;
  end: number;
}

/** `never`: there is no moment at which it is allowed everywhere where the called person may be. */
export type CallingWindow = { kind: 'open' } | { kind: 'closed'; opensAt: number } | { kind: 'never' };

export interface CallingHoursInput {
  /** Where the called person may be: it must be allowed in all of them. */
  zones: readonly string[];
  rules: Pick<CampaignRules, 'allowedHoursStart' | 'allowedHoursEnd' | 'allowedDays'>;
  /** What holds whatever the campaign says. */
  serviceHours: DailyHours;
  /** Epoch milliseconds. */
  now: number;
}

const MINUTE_MS = 60_000;
const MINUTES_A_DAY = 1440;
/** Zones differ from UTC by whole quarters of an hour, and change their clocks at such. */
const QUARTER_MS = 15 * MINUTE_MS;
/** A week, and another one, because a change of clocks may swallow the only opening of the first. */
const HORIZON_MS = 15 * 24 * 60 * MINUTE_MS;

/** Whether somebody may be called now, and if not, from when on, to the minute. Clock changes are those of the zones. */
export function callingWindowAt(input: CallingHoursInput): CallingWindow {
  const { zones, now } = input;
  const clocks = zones.map(clockOf);
  if (clocks.length === 0 || clocks.includes(undefined)) return { kind: 'never' };
  const isOpen = (quarter: number, minute: number) =>
    clocks.every((clock) => clock !== undefined && isAllowed(clock(quarter), minute, input));
  const first = now - (now % QUARTER_MS);
  for (let quarter = first; quarter < now + HORIZON_MS; quarter += QUARTER_MS) {
    for (let minute = 0; minute < QUARTER_MS / MINUTE_MS; minute += 1) {
      const at = quarter + minute * MINUTE_MS;
      if (at + MINUTE_MS <= now || !isOpen(quarter, minute)) continue;
      return at <= now ? { kind: 'open' } : { kind: 'closed', opensAt: at };
    }
  }
  return { kind: 'never' };
}

/** `08:00-21:00`: from eight until nine in the evening. */
export function parseDailyHours(text: string): DailyHours {
  const [start = '', end = ''] = text.split('-');
  return { start: minuteOfDay(start), end: minuteOfDay(end) };
}

/** `09:30` → 570. */
export function minuteOfDay(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

interface LocalTime {
  day: Weekday;
  minute: number;
}

type ZoneClock = (at: number) => LocalTime;

function isAllowed(quarter: LocalTime, minutesOn: number, { rules, serviceHours }: CallingHoursInput): boolean {
  const minute = quarter.minute + minutesOn;
  if (minute < serviceHours.start || minute >= serviceHours.end || !rules.allowedDays.includes(quarter.day))
    return false;
  const [start, last] = [minuteOfDay(rules.allowedHoursStart), minuteOfDay(rules.allowedHoursEnd)];
  // A window that ends before it starts goes past midnight.
  return start <= last ? minute >= start && minute <= last : minute >= start || minute <= last;
}

const clocks = new Map<string, ZoneClock | undefined>();

function clockOf(zone: string): ZoneClock | undefined {
  if (!clocks.has(zone)) clocks.set(zone, createClock(zone));
  return clocks.get(zone);
}

/** Undefined for a name that is no zone. */
function createClock(timeZone: string): ZoneClock | undefined {
  const format = createFormat(timeZone);
  if (!format) return undefined;
  let last: { at: number; local: LocalTime } | undefined;
  return (at) => {
    if (last?.at === at) return last.local;
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const name = parts.get('weekday')?.toLowerCase();
    const day = weekdays.find((weekday) => weekday === name) ?? 'sunday';
    const minute = (Number(parts.get('hour')) * 60 + Number(parts.get('minute'))) % MINUTES_A_DAY;
    last = { at, local: { day, minute } };
    return last.local;
  };
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const parts = { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    return new Intl.DateTimeFormat('en-US', { timeZone, ...parts });
  } catch {
    return undefined;
  }
}

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
