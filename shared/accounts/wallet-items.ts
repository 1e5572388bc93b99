import * as v from 'valibot';
import type { Micros } from '#shared/accounts/account.ts';
import type { DayUsage } from '#shared/accounts/day-usage.ts';
import type { PartChange, WalletPart } from '#shared/accounts/wallet-parts.ts';
import { absent, allOf, expr, present, type Condition } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, type Table } from '#shared/platform/table/table.ts';
import { update, type Write } from '#shared/platform/table/write.ts';

export interface WalletChange {
  userId: number;
  balance: Micros;
  /** Negative: a spending, which must be covered. */
  available: Micros;
  usage?: DayUsage | undefined;
  /** Must not be below the watermark of the wallet. Not together with usage. */
  aboveWatermark?: number | undefined;
}

const USED = 'used_';

const WalletPartItem = v.pipe(
  v.object({
    balance: v.number(),
    available: v.number(),
    leased: v.optional(v.number(), 0),
    /** The watermark. Its name is older than that word. */
    callsSealedTo: v.optional(v.number(), 0),
    /** Of part 0: how many there are. Absent from wallets that have grown before 2026-11-26. */
    parts: v.optional(v.number(), 1),
    usageDate: v.optional(v.string()),
    used_calls: v.optional(v.number(), 0),
    used_seconds: v.optional(v.number(), 0),
    used_callsCost: v.optional(v.number(), 0),
    used_sms: v.optional(v.number(), 0),
    used_segments: v.optional(v.number(), 0),
    used_smsCost: v.optional(v.number(), 0),
  }),
  v.transform(({ balance, available, leased, callsSealedTo, parts, usageDate, ...stored }) => ({
    balance,
    available,
    leased,
    watermark: callsSealedTo,
    parts,
    ...(usageDate !== undefined && {
      usage: {
        date: usageDate,
        calls: stored.used_calls,
        seconds: stored.used_seconds,
        callsCost: stored.used_callsCost,
        sms: stored.used_sms,
        segments: stored.used_segments,
        smsCost: stored.used_smsCost,
      },
    }),
  })),
);
type StoredPart = v.InferOutput<typeof WalletPartItem>;

/** When this process last saw them. Too few is no error: the first parts stay in use. */
const seenParts = new WeakMap<Table['client'], Map<string, number>>();
const REMEMBERED_USERS = 1_000;

export async function readParts(table: Table, userId: number): Promise<StoredPart[]> {
  const { partition, all } = keys.walletPart;
  const where = expr`begins_with(sk, ${all})`;
  const parts = await query(table, { partition: partition(userId), where }, WalletPartItem);
  const seen = seenBy(table);
  if (seen.size >= REMEMBERED_USERS) seen.clear();
  if (parts.length > 1) seen.set(nameOf(table, userId), parts.length);
  return parts;
}

export function knownParts(table: Table, userId: number): number {
  return seenBy(table).get(nameOf(table, userId)) ?? 1;
}

function seenBy({ client }: Table): Map<string, number> {
  const seen = seenParts.get(client) ?? new Map<string, number>();
  seenParts.set(client, seen);
  return seen;
}

const nameOf = ({ tableName }: Table, userId: number) => `${tableName} ${userId}`;

export function bookOn({ userId, aboveWatermark: id, usage }: WalletChange, planned: PartChange): PartWrite {
  const isAbove = expr`attribute_not_exists(callsSealedTo) OR callsSealedTo <= ${id}`;
  const isDay = usage && expr`usageDate = ${usage.date}`;
  const booked = changePart(userId, planned, [id === undefined ? undefined : isAbove, isDay]);
  return usage === undefined ? booked : { ...booked, add: { ...booked.add, ...counted(usage, USED) } };
}

/** Usage costs no write of its own but for the first charge of a day, which moves the day before to an item. */
export function bookOnKnown(part: WalletPart, change: WalletChange, planned: PartChange): [PartWrite, ...Write[]] {
  const { userId, usage } = change;
  const { usage: before } = part;
  if (usage === undefined || before?.date === usage.date) return [bookOn(change, planned)];
  if (before && before.date > usage.date) return [changePart(userId, planned), addToDay(userId, usage)];
  // What is moved to the item must be all that is there: a charge in between would be lost.
  const isSame = before ? { usageDate: before.date, ...counted(before, USED) } : expr`attribute_not_exists(usageDate)`;
  const begun = { ...changePart(userId, planned, [isSame]), set: { usageDate: usage.date, ...counted(usage, USED) } };
  return [begun, ...(before ? [addToDay(userId, before)] : [])];
}

function addToDay(userId: number, usage: DayUsage): Write {
  return { update: keys.usage.day(userId, usage.date), add: counted(usage) };
}

function counted(usage: DayUsage, path = ''): Record<string, number> {
  const { date: _, ...counters } = usage;
  return Object.fromEntries(Object.entries(counters).map(([name, count]) => [path + name, count]));
}

type PartWrite = Extract<Write, { update: unknown }>;

export function changePart(
  userId: number,
  { part, balance, available, leased }: PartChange,
  conditions: ReadonlyArray<Condition | undefined> = [],
): PartWrite {
  const isCovered = available < 0 ? expr`available >= ${-available}` : undefined;
  return {
    update: keys.walletPart.key(userId, part),
    add: { available, ...(balance !== 0 && { balance }), ...(leased !== 0 && { leased }) },
    condition: allOf([present, isCovered, ...conditions]),
  };
}

/** New parts get the watermark of part 0, under the condition that it has not been raised in between. */
export function growthWrites(
  userId: number,
  first: StoredPart,
  { from, added }: { from: PartChange; added: readonly PartChange[] },
): Write[] {
  const { watermark } = first;
  const isSame = watermark === 0 ? expr`attribute_not_exists(callsSealedTo)` : { callsSealedTo: watermark };
  const parts = (added.at(-1)?.part ?? 0) + 1;
  return [
    { ...changePart(userId, from, [isSame]), set: { parts } },
    ...added.map(({ part, ...amounts }) => ({
      put: { ...keys.walletPart.key(userId, part), userId, ...amounts, callsSealedTo: watermark },
      condition: absent,
    })),
  ];
}

export function raisePart(table: Table, userId: number, part: number, watermark: number): Promise<boolean> {
  const isLower = expr`attribute_exists(pk) AND (attribute_not_exists(callsSealedTo) OR callsSealedTo < ${watermark})`;
  const key = keys.walletPart.key(userId, part);
  return update(table, key, { set: { callsSealedTo: watermark }, condition: isLower });
}
