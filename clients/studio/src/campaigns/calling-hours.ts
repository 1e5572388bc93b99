import type { Campaign } from '@ringback/client';

export type Weekday = Campaign['allowed_days'][number];

export const weekdays: ReadonlyArray<{ value: Weekday; short: string; long: string }> = [
  { value: 'monday', short: 'Mon', long: 'Monday' },
  { value: 'tuesday', short: 'Tue', long: 'Tuesday' },
  { value: 'wednesday', short: 'Wed', long: 'Wednesday' },
  { value: 'thursday', short: 'Thu', long: 'Thursday' },
  { value: 'friday', short: 'Fri', long: 'Friday' },
  { value: 'saturday', short: 'Sat', long: 'Saturday' },
  { value: 'sunday', short: 'Sun', long: 'Sunday' },
];

type Hours = Pick<Campaign, 'allowed_days' | 'allowed_hours_start_time' | 'allowed_hours_end_time'>;

/** `Mon to Fri, 09:00 to 18:00`; `at any time` where nothing is excluded. */
export function callingHours(hours: Hours): string {
  const [start, end] = [hours.allowed_hours_start_time.slice(0, 5), hours.allowed_hours_end_time.slice(0, 5)];
  const isWholeDay = start === '00:00' && end === '23:59';
  const days = daysInWords(hours.allowed_days);
  if (isWholeDay) return days === 'every day' ? 'at any time' : `${days}, at any time of the day`;
  return `${days}, ${start} to ${end}`;
}

/** Days that follow one another are joined from three on: `Mon to Wed, Fri`. */
function daysInWords(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return 'every day';
  const runs: string[][] = [];
  let isOpen = false;
  for (const { value, short } of weekdays) {
    const isAllowed = days.includes(value);
    if (isAllowed && isOpen) runs.at(-1)?.push(short);
    else if (isAllowed) runs.push([short]);
    isOpen = isAllowed;
  }
  return runs.flatMap((run) => (run.length < 3 ? run : [`${run[0]} to ${run.at(-1)}`])).join(', ');
}

/** Whether the campaign may call at a moment, in its own zone. A called number in another zone follows that one. */
export function isCallingTime(campaign: Hours & Pick<Campaign, 'timezone'>, now: Date): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: campaign.timezone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const today = weekdays.find(({ long }) => long === read('weekday'))?.value;
  const time = `${read('hour')}:${read('minute')}`;
  const [start, end] = [campaign.allowed_hours_start_time.slice(0, 5), campaign.allowed_hours_end_time.slice(0, 5)];
  if (today === undefined) return false;
  if (start <= end) return campaign.allowed_days.includes(today) && time >= start && time <= end;
  // A window over midnight belongs to the day on which it begins.
  const yesterday = weekdays.at(weekdays.findIndex(({ value }) => value === today) - 1)?.value ?? today;
  return (
    (campaign.allowed_days.includes(today) && time >= start) ||
    (campaign.allowed_days.includes(yesterday) && time <= end)
  );
}
