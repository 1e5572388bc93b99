import { weekdays, type CampaignRules, type Weekday } from '#shared/campaigns/campaign.ts';

/** Minutes since midnight. `end` is exclusive. */
export interface DailyHours {
  start: number;
  end: number;
}

/** `opensAt`: epoch milliseconds. `never`: the time zones have no common minute in which calls are allowed. */
export type CallingWindow = { kind: 'open' } | { kind: 'closed'; opensAt: number } | { kind: 'never' };

type Hours = Pick<CampaignRules, 'allowedHoursStart' | 'allowedHoursEnd'>;

interface CallingHoursInput {
  /** The possible time zones of the customer, as IANA names. All of them must allow the call. */
  zones: readonly string[];
  rules: Hours & Pick<CampaignRules, 'allowedDays'>;
  serviceHours: DailyHours;
  /** Epoch milliseconds. */
  now: number;
}

const MINUTE_MS = 60_000;
const MINUTES_A_DAY = 1440;
/** Time zone offsets are multiples of 15 minutes, and clocks change at a quarter of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;
/** Two weeks and a day: a clock change may skip the only opening of the first week. */
const HORIZON_MS = 15 * 24 * 60 * MINUTE_MS;

/** Considers daylight saving time. */
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

/** Whether the window of a campaign and the hours of the service have a minute in common, on any day. */
export function canOpen(hours: Hours, serviceHours: DailyHours): boolean {
  const [start, last] = [minuteOfDay(hours.allowedHoursStart), minuteOfDay(hours.allowedHoursEnd)];
  const overlaps = (from: number, to: number) => from < serviceHours.end && to >= serviceHours.start;
  return start <= last ? overlaps(start, last) : overlaps(start, MINUTES_A_DAY - 1) || overlaps(0, last);
}

interface LocalTime {
  day: Weekday;
  minute: number;
}

type ZoneClock = (at: number) => LocalTime;

function isAllowed(quarter: LocalTime, minuteOfQuarter: number, { rules, serviceHours }: CallingHoursInput): boolean {
  const minute = quarter.minute + minuteOfQuarter;
  if (minute < serviceHours.start || minute >= serviceHours.end) return false;
  const [start, last] = [minuteOfDay(rules.allowedHoursStart), minuteOfDay(rules.allowedHoursEnd)];
  const today = rules.allowedDays.includes(quarter.day);
  if (start <= last) return today && minute >= start && minute <= last;
  return (today && minute >= start) || (rules.allowedDays.includes(dayBefore(quarter.day)) && minute <= last);
}

/** A window over midnight belongs to the day on which it begins. */
function dayBefore(day: Weekday): Weekday {
  return weekdays.at(weekdays.indexOf(day) - 1) ?? day;
}

const clocks = new Map<string, ZoneClock | undefined>();

function clockOf(zone: string): ZoneClock | undefined {
  if (!clocks.has(zone)) clocks.set(zone, createClock(zone));
  return clocks.get(zone);
}

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

export function parseDailyHours(text: string): DailyHours {
  const [start = '', end = ''] = text.split('-');
  return { start: minuteOfDay(start), end: minuteOfDay(end) };
}

/** `08:00` and `21:00`. */
export function hoursInWords({ start, end }: DailyHours): [start: string, end: string] {
  const inWords = (minute: number) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return [inWords(start), inWords(end)];
}

export function minuteOfDay(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
