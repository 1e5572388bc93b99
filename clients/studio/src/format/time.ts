/** The API writes UTC in two forms: `2025-06-30 11:53:20` and `2025-06-30T11:53:20.000000Z`. Undefined for another text. */
export function moment(text: string): Date | undefined {
  const [, day, time, fraction = ''] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d{1,6})?Z?$/.exec(text) ?? [];
  const date = new Date(`${day}T${time}${fraction.slice(0, 4)}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Seconds of a call as a clock: `0:47`, `12:05`, `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A longer time in words: `45 s`, `12 min`, `3 h 5 min`. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const left = minutes % 60;
  return left === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${left} min`;
}

/** `1,115 ms`, or seconds from ten on. */
export const milliseconds = (value: number): string =>
  value >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${value.toLocaleString('en-US')} ms`;

/** The zone of this browser, such as `Europe/Berlin`. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time as a list shows it: today the time alone, this year without the year. */
export function shortTime(at: Date, now: Date, timeZone: string): string {
  const part = (date: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(date);
  const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  if (part(at, day) === part(now, day)) return part(at, time);
  const isThisYear = part(at, { year: 'numeric' }) === part(now, { year: 'numeric' });
  return part(at, { day: 'numeric', month: 'short', year: isThisYear ? undefined : 'numeric', ...time });
}

/** To the second, with the zone: shown on hover. */
export function exactTime(at: Date, timeZone: string): string {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
  return `${shown.format(at)} (${at.toISOString().slice(0, 19).replace('T', ' ')} UTC)`;
}

const STEPS: ReadonlyArray<[seconds: number, unit: Intl.RelativeTimeFormatUnit]> = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** `in 5 minutes`, `2 hours ago`, `now`. */
export function relativeTime(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const [size, unit] = STEPS.find(([step]) => Math.abs(seconds) >= step) ?? [1, 'second'];
  return words.format(Math.trunc(seconds / size), unit);
}
