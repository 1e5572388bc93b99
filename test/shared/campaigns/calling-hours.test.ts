import { expect, it } from 'vitest';
import { callingWindowAt, minuteOfDay, parseDailyHours } from '#shared/campaigns/calling-hours.ts';
import { weekdays, type Weekday } from '#shared/campaigns/campaign.ts';

const floor = parseDailyHours('08:00-21:00');
const allDay = { start: 0, end: 1440 };
const working: Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

function momentOf(
  zones: string[],
  at: string,
  rules: { hours?: [string, string]; days?: Weekday[]; floor?: typeof floor } = {},
) {
  const [allowedHoursStart, allowedHoursEnd] = rules.hours ?? ['00:00', '23:59'];
  const allowedDays = rules.days ?? [...weekdays];
  const moment = callingWindowAt({
    zones,
    rules: { allowedHoursStart, allowedHoursEnd, allowedDays },
    serviceHours: rules.floor ?? floor,
    now: Date.parse(at),
  });
  return moment.kind === 'closed' ? new Date(moment.opensAt).toISOString().slice(0, 16) : moment.kind;
}

it.each([
  ['in the morning before the floor', '2026-06-30T05:59:59Z', '2026-06-30T06:00'],
  ['from the first second of it', '2026-06-30T06:00:00Z', 'open'],
  ['until the last second', '2026-06-30T18:59:59Z', 'open'],
  ['not at nine in the evening', '2026-06-30T19:00:00Z', '2026-07-01T06:00'],
])('hold the floor by the clock of the place: %s', (_, at, moment) => {
  expect(momentOf(['Europe/Berlin'], at)).toBe(moment);
});

it.each([
  ['before it opens', '2026-06-30T07:06:00Z', '2026-06-30T07:07'],
  ['in its last minute', '2026-06-30T15:30:59Z', 'open'],
  ['after it', '2026-06-30T15:31:00Z', '2026-07-01T07:07'],
])('hold the window of the campaign to the minute: %s', (_, at, moment) => {
  expect(momentOf(['Europe/Berlin'], at, { hours: ['09:07', '17:30'] })).toBe(moment);
});

it('open when both the window and the floor do', () => {
  expect(momentOf(['Europe/Berlin'], '2026-06-30T04:00:00Z', { hours: ['06:00', '23:00'] })).toBe('2026-06-30T06:00');
  expect(momentOf(['Europe/Berlin'], '2026-06-30T19:30:00Z', { hours: ['06:00', '23:00'] })).toBe('2026-07-01T06:00');
});

it.each([
  ['Friday evening to Monday', '2026-07-03T20:00:00Z', working, '2026-07-06T06:00'],
  ['Sunday there, Monday here', '2026-07-06T03:00:00Z', working, '2026-07-06T06:00'],
  ['one day a week', '2026-06-30T20:00:00Z', ['tuesday'] as Weekday[], '2026-07-07T06:00'],
])('wait for a day that is allowed: %s', (_, at, days, moment) => {
  expect(momentOf(['Europe/Berlin'], at, { days })).toBe(moment);
});

it.each([
  ['before midnight', '2026-06-30T21:30:00Z', 'open'],
  ['after midnight', '2026-06-30T23:30:00Z', 'open'],
  ['in the day', '2026-06-30T10:00:00Z', '2026-06-30T20:00'],
])('go past midnight when the window does: %s', (_, at, moment) => {
  expect(momentOf(['Europe/Berlin'], at, { hours: ['22:00', '02:00'], floor: allDay })).toBe(moment);
});

it.each([
  ['on Saturday after midnight: it began on Friday', '2026-07-03T23:30:00Z', 'open'],
  ['on Saturday evening', '2026-07-04T20:30:00Z', '2026-07-06T20:00'],
  ['on Monday after midnight: it began on Sunday', '2026-07-05T23:30:00Z', '2026-07-06T20:00'],
])('give a window over midnight to the day on which it begins: %s', (_, at, moment) => {
  expect(momentOf(['Europe/Berlin'], at, { hours: ['22:00', '02:00'], days: working, floor: allDay })).toBe(moment);
});

it.each([
  ['winter time, the day before', '2026-03-28T06:30:00Z', '2026-03-28T07:00'],
  ['summer time, the morning after the night in which clocks went forward', '2026-03-29T05:30:00Z', '2026-03-29T06:00'],
  ['asked in the evening before it', '2026-03-28T21:00:00Z', '2026-03-29T06:00'],
  ['summer time, the day before', '2026-10-24T05:30:00Z', '2026-10-24T06:00'],
  ['winter time, the morning after the night in which clocks went back', '2026-10-25T06:30:00Z', '2026-10-25T07:00'],
  ['asked in the evening before it', '2026-10-24T20:00:00Z', '2026-10-25T07:00'],
])('follow the clock changes in Berlin: %s', (_, at, moment) => expect(momentOf(['Europe/Berlin'], at)).toBe(moment));

it('skip an hour that the clocks leave out, and allow one that they repeat twice', () => {
  const night = { hours: ['02:10', '02:40'] as [string, string], floor: allDay };
  expect(momentOf(['Europe/Berlin'], '2026-03-28T20:00:00Z', night)).toBe('2026-03-30T00:10');
  expect(momentOf(['Europe/Berlin'], '2026-10-25T00:20:00Z', night)).toBe('open');
  expect(momentOf(['Europe/Berlin'], '2026-10-25T01:20:00Z', night)).toBe('open');
});

it('must be open everywhere where the number may be', () => {
  const russia = ['Europe/Moscow', 'Asia/Vladivostok'];
  expect(momentOf(russia, '2026-06-30T04:00:00Z')).toBe('2026-06-30T05:00');
  expect(momentOf(russia, '2026-06-30T05:00:00Z')).toBe('open');
  expect(momentOf(russia, '2026-06-30T11:00:00Z')).toBe('2026-07-01T05:00');
});

it.each([
  ['there is no common hour', ['Europe/Moscow', 'Asia/Kamchatka'], ['09:00', '17:00']],
  ['the window lies outside of the floor', ['Europe/Berlin'], ['22:00', '23:00']],
  ['the zone is unknown', ['Mars/Olympus'], ['00:00', '23:59']],
  ['there is no zone', [], ['00:00', '23:59']],
])('never open when %s', (_, zones, hours) => {
  expect(momentOf(zones, '2026-06-30T10:00:00Z', { hours: [hours[0]!, hours[1]!] })).toBe('never');
});

it('read times of day', () => {
  expect([minuteOfDay('00:00'), minuteOfDay('09:30'), minuteOfDay('24:00')]).toEqual([0, 570, 1440]);
  expect(parseDailyHours('08:00-21:00')).toEqual({ start: 480, end: 1260 });
});
