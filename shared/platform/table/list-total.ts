import * as v from 'valibot';
import { expr, type Expression } from '#shared/platform/table/expressions.ts';
import { read, untilDecided, type ItemKey, type Table } from '#shared/platform/table/table.ts';
import { transact, update, type Write } from '#shared/platform/table/write.ts';

export interface ListSize {
  records: number;
  kilobytes: number;
}

/** A list that clients read in one answer: its total keeps it small enough (decision 0064). */
export interface CountedList {
  total: ItemKey;
  most: ListSize;
  /** Of a list that is older than its total. Undefined: there is more than a request can read. */
  measure: () => Promise<ListSize | undefined>;
}

/** What the list has too much of. */
export type Excess = keyof ListSize;

/** Without a size, the list is older than its total. `changes` grows until it is measured, so that no change is missed. */
const TotalItem = v.object({
  changes: v.optional(v.number(), 0),
  records: v.optional(v.number()),
  kilobytes: v.optional(v.number()),
  /** Whether the list had records when it was measured. */
  hasOlder: v.optional(v.boolean(), false),
});

const unmeasured = expr`attribute_not_exists(records)`;

/** In one transaction with the change of the total. `send` returns the positions of the writes whose condition failed. */
export async function transactCounted(
  table: Table,
  { list, change }: { list: CountedList; change: ListSize },
  own: readonly Write[],
  send = (writes: readonly Write[]) => transact(table, writes),
): Promise<number[] | Excess> {
  if (change.records === 0 && change.kilobytes === 0) return send(own);
  const attempt = async (write: Write) => {
    const failed = await send([...own, write]);
    const ofOwn = failed.filter((position) => position < own.length);
    return failed.length === 0 || ofOwn.length > 0 ? ofOwn : undefined;
  };
  const first = await attempt(addTo(list, change));
  if (first) return first;
  const isGrowth = change.records > 0 || change.kilobytes > 0;
  if (isGrowth && !(await isMeasured(table, list))) return 'kilobytes';
  return untilDecided(async () => {
    const { size } = await readItem(table, list);
    if (!size) return attempt({ update: list.total, add: { changes: 1 }, condition: unmeasured });
    return excessOf(list, size, change) ?? attempt(addTo(list, change));
  });
}

/** Measures the list if it is older than its total. False: there is too much of it. */
function isMeasured(table: Table, list: CountedList): Promise<boolean> {
  return untilDecided(async () => {
    const { size, changes } = await readItem(table, list);
    if (size) return true;
    const measured = await list.measure();
    if (!measured) return false;
    const isSame = changes === 0 ? expr`attribute_not_exists(changes)` : expr`changes = ${changes}`;
    const set = { ...measured, hasOlder: measured.records > 0 };
    return (await update(table, list.total, { set, condition: expr`${unmeasured} AND ${isSame}` })) || undefined;
  });
}

async function readItem(table: Table, { total }: CountedList) {
  const { changes = 0, records, kilobytes, hasOlder } = (await read(table, total, TotalItem)) ?? {};
  const size = records === undefined || kilobytes === undefined ? undefined : { records, kilobytes };
  return { changes, size, hasOlder: size === undefined || hasOlder === true };
}

function excessOf({ most }: CountedList, size: ListSize, change: ListSize): Excess | undefined {
  const isTooMuch = (unit: Excess) => change[unit] > 0 && size[unit] + change[unit] > most[unit];
  if (isTooMuch('records')) return 'records';
  return isTooMuch('kilobytes') ? 'kilobytes' : undefined;
}

/** On the condition that the list is measured, and has room. What shrinks may be over a limit. */
function addTo({ total, most }: CountedList, { records, kilobytes }: ListSize): Write {
  const hasRecords = records > 0 ? [expr`records <= ${most.records - records}`] : [];
  const hasKilobytes = kilobytes > 0 ? [expr`kilobytes <= ${most.kilobytes - kilobytes}`] : [];
  const condition = [...hasRecords, ...hasKilobytes].reduce<Expression>(
    (all, one) => expr`${all} AND ${one}`,
    expr`attribute_exists(records)`,
  );
  return { update: total, add: { records, kilobytes }, condition };
}

/** Undefined: it is not measured yet. `hasOlder`: some records may be older than the total. */
export async function readTotal(table: Table, list: CountedList) {
  const { size, hasOlder } = await readItem(table, list);
  return { size, hasOlder };
}
