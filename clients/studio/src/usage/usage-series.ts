import type { Usage } from '@ringback/client';
import type { ListColumn } from '../format/list-column.ts';
import { amount, count, plus, sum } from '../format/money.ts';
import { clock } from '../format/time.ts';

type UsageDay = Usage['days'][number];

/** All days of the month until `today`; a day without use has zeros. */
export function usageDays({ month, days }: Pick<Usage, 'month' | 'days'>, today: string): UsageDay[] {
  const known = new Map(days.map((one) => [one.date, one]));
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: last }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
    .filter((date) => date <= today || known.has(date))
    .map((date) => known.get(date) ?? { date, calls: 0, seconds: 0, calls_cost: 0, sms: 0, sms_cost: 0 });
}

interface UsageSeries {
  /** Seconds since 1970 of each day, as uPlot takes them. */
  times: number[];
  /** Calls and SMS together. */
  spent: number[];
  smsCost: number[];
  calls: number[];
}

/** The columns of the charts. */
export function usageSeries(days: readonly UsageDay[]): UsageSeries {
  return {
    times: days.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1000),
    spent: days.map(({ calls_cost, sms_cost }) => plus(calls_cost, sms_cost)),
    smsCost: days.map(({ sms_cost }) => sms_cost),
    calls: days.map(({ calls }) => calls),
  };
}

/** The columns of a file of days. */
export const usageColumns: ReadonlyArray<ListColumn<UsageDay>> = [
  { title: 'Day (UTC)', text: ({ date }) => date },
  { title: 'Calls', text: ({ calls }) => String(calls) },
  { title: 'Length (s)', text: ({ seconds }) => String(seconds) },
  { title: 'Cost of calls (USD)', text: ({ calls_cost }) => amount(calls_cost) },
  { title: 'SMS', text: ({ sms }) => String(sms) },
  { title: 'Cost of SMS (USD)', text: ({ sms_cost }) => amount(sms_cost) },
  { title: 'Spent (USD)', text: ({ calls_cost, sms_cost }) => amount(plus(calls_cost, sms_cost)) },
];

/** A row of the table that says the same as the charts. Days without use are left out of it. */
export const usageRows = (days: readonly UsageDay[]): string[][] =>
  days
    .filter(({ calls, sms, calls_cost, sms_cost }) => calls + sms + calls_cost + sms_cost > 0)
    .map(({ date, calls, seconds, calls_cost, sms, sms_cost }) => [
      date,
      count(calls),
      clock(seconds),
      sum(calls_cost),
      count(sms),
      sum(sms_cost),
      sum(plus(calls_cost, sms_cost)),
    ]);

/** `2026-11` and −1 → `2026-10`. */
export function otherMonth(month: string, step: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7);
}

/** `November 2026`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`));
