import * as v from 'valibot';
import {
  isDeferred,
  type DialOrder,
  type DialPriority,
  type DialQueue,
  type DialQueueEntry,
  type DialQueueLook,
  type DialState,
} from '#shared/calls/dial-queue.ts';
import { grantDials, rateOf, type DialRate } from '#shared/calls/dial-rate.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { absent, expr, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, untilDecided, type Table } from '#shared/platform/table/table.ts';
import { claim, release, remove, update, type Write } from '#shared/platform/table/write.ts';

/** Every change moves `nextAt`, or is conditional on it. */
const DialStateItem = v.pipe(
  v.object({
    nextAt: v.number(),
    interactive: v.optional(v.number(), 0),
    campaign: v.optional(v.number(), 0),
    refusals: v.optional(v.number(), 0),
  }),
  v.transform(({ nextAt, interactive, campaign, refusals }): DialState => {
    return { nextAt, served: { interactive, campaign }, refusals };
  }),
);

export const DialQueueEntryItem = v.object({
  userId: v.number(),
  callId: v.number(),
  carrierAccount: v.optional(v.string(), DEFAULT_CARRIER_ACCOUNT),
  priority: v.picklist(['interactive', 'campaign']),
  fairnessRound: v.number(),
  retryAt: v.optional(v.number()),
  failures: v.optional(v.number()),
});

const PumpItem = v.object({ claimedBy: v.optional(v.string()), claimedUntil: v.optional(v.number(), 0) });

export function entryKey({ carrierAccount, priority, fairnessRound, userId, callId }: DialQueueEntry) {
  return keys.dialQueue.entry(carrierAccount, priority, fairnessRound, userId, callId);
}

/** Puts a call on the queue, in the transaction that stores it or puts it back. */
export const addEntry = (entry: DialQueueEntry): Write => ({ put: { ...entryKey(entry), ...entry } });

/** Takes a call off the queue, in the transaction that claims it. */
export const takeEntry = (entry: DialQueueEntry): Write => ({ remove: entryKey(entry), condition: present });

/** Read to get past entries that must wait: 200 of 150 bytes are 8 read units. A user may have 900, which take five looks. */
const PASSED_ENTRIES = 200;

/** Entries and state of an account are in two partitions. Each gets at most 4 write units per dial: 400 a second at 100 dials. */
export function createDynamoDbDialQueue(table: Table, rate: DialRate, order: DialOrder): DialQueue {
  return {
    rate,
    drawRound: (...drawn) => order.drawRound(...drawn),
    countAhead: (...counted) => order.countAhead(...counted),
    readState: (account) => readState(table, account),
    async isEmpty(account, now) {
      const [first] = await readNext(table, order, account, 1);
      if (!first || !isDeferred(first, now)) return first === undefined;
      return (await readNext(table, order, account, PASSED_ENTRIES)).every((entry) => isDeferred(entry, now));
    },
    async defer(entry, retryAt) {
      const set = { retryAt, failures: (entry.failures ?? 0) + 1 };
      return update(table, entryKey(entry), { set, condition: present });
    },
    remove: async (entry) => void (await remove(table, entryKey(entry))),
    peek: (...looked) => peek(table, order, ...looked),
    ...dialsOf(table, rate, order),
    ...pumpsOf(table),
  };
}

async function readState(table: Table, account: string): Promise<DialState> {
  return (await read(table, keys.dialQueue.state(account), DialStateItem)) ?? v.parse(DialStateItem, { nextAt: 0 });
}

async function peek(
  table: Table,
  order: DialOrder,
  ...[account, count, isPassedOver, lastLook]: Parameters<DialQueue['peek']>
): Promise<DialQueueLook> {
  const first = await readNext(table, order, account, count);
  if (!first.some(isPassedOver)) return { entries: first, passedOver: [], readUpTo: {} };
  const { served } = await readState(table, account);
  const readUpTo: DialQueueLook['readUpTo'] = {};
  const parts = order.priorities.map(async (priority) => {
    const after = lastLook?.readUpTo[priority];
    // A user who was not served lately is in the round before the served one, or behind it.
    const [passed, next] = await Promise.all([
      readEntries(table, account, priority, { after, limit: PASSED_ENTRIES }),
      readEntries(table, account, priority, { from: served[priority] - 1, limit: PASSED_ENTRIES }),
    ]);
    if (passed.length === PASSED_ENTRIES) readUpTo[priority] = passed.at(-1);
    return inOrder([...passed, ...next]);
  });
  const read = (await Promise.all(parts)).flat();
  const entries = read.filter((entry) => !isPassedOver(entry)).slice(0, count);
  return { entries, passedOver: read.filter(isPassedOver), readUpTo };
}

/** Of one priority, each once. */
function inOrder(entries: readonly DialQueueEntry[]): DialQueueEntry[] {
  const byKey = new Map(entries.map((entry) => [entryKey(entry).sk, entry]));
  return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
}

async function readNext(table: Table, { priorities }: DialOrder, account: string, count: number) {
  const parts = await Promise.all(
    priorities.map((priority) => readEntries(table, account, priority, { limit: count })),
  );
  return parts.flat().slice(0, count);
}

/** The first entries from a round on, or from another entry on, in order. */
export function readEntries(
  table: Table,
  account: string,
  priority: DialPriority,
  { from = 0, after, limit }: { from?: number; after?: DialQueueEntry | undefined; limit: number },
): Promise<DialQueueEntry[]> {
  const { fromRound } = keys.dialQueue;
  const partition = keys.dialQueue.partition(account);
  const first = after ? entryKey(after).sk : fromRound(priority, Math.max(0, from));
  const where = expr`sk BETWEEN ${first} AND ${fromRound(priority, Number.MAX_SAFE_INTEGER)}`;
  return query(table, { partition, where, limit }, DialQueueEntryItem);
}

function dialsOf(table: Table, rate: DialRate, order: DialOrder): Pick<DialQueue, 'take' | 'pause' | 'endPause'> {
  return {
    take: (account, entries, now) =>
      untilDecided(async () => {
        const { nextAt: from, served, refusals } = await readState(table, account);
        const { count, nextAt } = grantDials(from, entries.length, rateOf(rate, account), now);
        const taken = { count, nextAt, refusals };
        if (count === 0) return taken;
        const set = { nextAt, ...order.serve(served, entries.slice(0, count)) };
        const condition = from === 0 ? absent : { nextAt: from };
        return (await update(table, keys.dialQueue.state(account), { set, condition })) ? taken : undefined;
      }),

    async pause(account, until, taken) {
      const refusals = taken + 1;
      const isFirst = expr`attribute_not_exists(refusals) OR refusals <= ${refusals}`;
      const condition = expr`attribute_not_exists(pk) OR (nextAt < ${until} AND (${isFirst}))`;
      await update(table, keys.dialQueue.state(account), { set: { nextAt: until, refusals }, condition });
    },

    async endPause(account) {
      await update(table, keys.dialQueue.state(account), { set: { refusals: 0 }, condition: expr`refusals > ${0}` });
    },
  };
}

function pumpsOf(table: Table): Pick<DialQueue, 'leasePump' | 'releasePump' | 'hasPump'> {
  return {
    async leasePump(account, owner, lease) {
      return (await claim(table, keys.dialQueue.pump(account), PumpItem, { owner, lease })) !== undefined;
    },
    releasePump: async (account, owner) => void (await release(table, keys.dialQueue.pump(account), owner)),
    async hasPump(account, now) {
      // The schedule may query and nothing else.
      const { pk: partition, sk } = keys.dialQueue.pump(account);
      const pumps = await query(table, { partition, where: expr`sk = ${sk}` }, PumpItem);
      return pumps.some(({ claimedBy, claimedUntil }) => claimedBy !== undefined && claimedUntil > now);
    },
  };
}
