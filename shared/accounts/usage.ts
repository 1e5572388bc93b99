import * as v from 'valibot';
import { toDecimal } from '#shared/accounts/account.ts';
import { noUsage, UsageCounters, type DayUsage } from '#shared/accounts/day-usage.ts';
import { readParts } from '#shared/accounts/wallet-items.ts';
import type { WalletPart } from '#shared/accounts/wallet-parts.ts';
import { money, plainText, wholeNumber } from '#shared/platform/http/record-fields.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, untilDecided, type Table } from '#shared/platform/table/table.ts';

export interface UsageStore {
  /** `month`: `2026-11`. Oldest first. A charge that has been answered is in it. */
  ofMonth(userId: number, month: string): Promise<DayUsage[]>;
}

function addUsage(one: UsageCounters, other: UsageCounters): UsageCounters {
  return {
    calls: one.calls + other.calls,
    seconds: one.seconds + other.seconds,
    callsCost: one.callsCost + other.callsCost,
    sms: one.sms + other.sms,
    segments: one.segments + other.segments,
    smsCost: one.smsCost + other.smsCost,
  };
}

function addUpDays(parts: readonly DayUsage[]): DayUsage[] {
  const byDate = new Map<string, UsageCounters>();
  for (const { date, ...counters } of parts) byDate.set(date, addUsage(byDate.get(date) ?? noUsage, counters));
  return [...byDate].map(([date, counters]) => ({ date, ...counters })).toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

const UsageDay = v.pipe(
  v.strictObject({
    date: plainText('2026-11-22'),
    calls: wholeNumber(31),
    seconds: wholeNumber(1502),
    calls_cost: money(3.62),
    sms: wholeNumber(2),
    sms_cost: money(0.02),
  }),
  v.title('UsageDay'),
);

export const UsageRecord = v.pipe(
  v.strictObject({
    month: plainText('2026-11'),
    calls: v.strictObject({ count: wholeNumber(812), seconds: wholeNumber(40_122), cost: money(96.41) }),
    sms: v.strictObject({ count: wholeNumber(40), segments: wholeNumber(52), cost: money(0.41) }),
    days: v.array(UsageDay),
  }),
  v.title('UsageRecord'),
);
export type UsageRecord = v.InferOutput<typeof UsageRecord>;

export function toUsageRecord(month: string, days: readonly DayUsage[]): UsageRecord {
  const sum = days.reduce<UsageCounters>(addUsage, noUsage);
  return {
    month,
    calls: { count: sum.calls, seconds: sum.seconds, cost: toDecimal(sum.callsCost) },
    sms: { count: sum.sms, segments: sum.segments, cost: toDecimal(sum.smsCost) },
    days: days.map((day) => ({
      date: day.date,
      calls: day.calls,
      seconds: day.seconds,
      calls_cost: toDecimal(day.callsCost),
      sms: day.sms,
      sms_cost: toDecimal(day.smsCost),
    })),
  };
}

const UsageItem = v.object({ sk: v.string(), ...UsageCounters.entries });

export function createDynamoDbUsageStore(table: Table): UsageStore {
  return {
    ofMonth: (userId, month) =>
      untilDecided(async () => {
        const before = await readParts(table, userId);
        const where = expr`begins_with(sk, ${`${month}-`})`;
        const items = await query(table, { partition: keys.usage.partition(userId), where }, UsageItem);
        const parts = await readParts(table, userId);
        // A part that has moved its day to an item in between may be counted twice, or not at all: read again.
        if (!before.every((part, index) => dateOf(part) === dateOf(parts[index]))) return undefined;
        const present = parts.flatMap(({ usage }) => (usage?.date.startsWith(`${month}-`) ? [usage] : []));
        return addUpDays([...items.map(({ sk: date, ...counters }) => ({ date, ...counters })), ...present]);
      }),
  };
}

const dateOf = (part: WalletPart | undefined) => part?.usage?.date;
