import { moment } from './time.ts';

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const whole = new Intl.NumberFormat();

const parse = (time: string | number): Date => (typeof time === 'string' ? moment(time) : undefined) ?? new Date(time);

/** `Nov 22, 2026, 3:04 PM`; a dash where no time is known. */
export const formatDateTime = (time: string | number | null | undefined): string =>
  time === null || time === undefined || time === '' ? '–' : dateTime.format(parse(time));

export const formatDate = (time: string | number | null | undefined): string =>
  time === null || time === undefined || time === '' ? '–' : dateOnly.format(parse(time));

export const formatNumber = (value: number): string => whole.format(value);

/** Money to the cent; smaller amounts to four decimals. */
export function formatMoney(amount: number | null | undefined, currency = 'USD'): string {
  if (amount === null || amount === undefined) return '–';
  const maximumFractionDigits = amount !== 0 && Math.abs(amount) < 0.1 ? 4 : 2;
  return new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits }).format(amount);
}

/** `1:05` for 65 seconds. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** `no-answer` becomes `No answer`. */
export function formatWord(word: string): string {
  const text = word.replaceAll(/[-_]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
