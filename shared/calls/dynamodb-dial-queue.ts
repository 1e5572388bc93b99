import * as v from 'valibot';
import {
  grantDials,
  rateOf,
  type DialOrder,
  type DialPriority,
  type DialQueue,
  type DialQueueEntry,
  type DialRate,
  type DialState,
} from '#shared/calls/dial-queue.ts';
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

const DialQueueEntryItem = v.object({
  userId: v.number(),
  callId: v.number(),
  carrierAccount: v.optional(v.string(), DEFAULT_CARRIER_ACCOUNT),
  priority: v.picklist(['interactive', 'campaign']),
  fairnessRound: v.number(),
});

const PumpItem = v.object({ claimedBy: v.optional(v.string()), claimedUntil: v.optional(v.number(), 0) });

export function entryKey({ carrierAccount, priority, fairnessRound, userId, callId }: DialQueueEntry) {
  return keys.dialQueue.entry(carrierAccount, priority, fairnessRound, userId, callId);
}

/** Puts a call on the queue, in the transaction that stores it or puts it back. */
export const addEntry = (entry: DialQueueEntry): Write => ({ put: { ...entryKey(entry), ...entry } });

/** Takes a call off the queue, in the transaction that claims it. */
export const takeEntry = (entry: DialQueueEntry): Write => ({ remove: entryKey(entry), condition: present });

/** Entries of users who are at their limit, read to get past them. */
const HELD_ENTRIES = 200;

/** Entries and state of an account are in two partitions. Each gets at most 4 write units per dial: 400 a second at 100 dials. */
export function createDynamoDbDialQueue(table: Table, rate: DialRate, order: DialOrder): DialQueue {
  return {
    rate,
    drawRound: (...drawn) => order.drawRound(...drawn),
    countAhead: (...counted) => order.countAhead(...counted),
    readState: (account) => readState(table, account),
    isEmpty: async (account) => (await readNext(table, order, account, 1)).length === 0,
    remove: async (entry) => void (await remove(table, entryKey(entry))),
    peek: (account, count, isHeld) => peek(table, order, account, count, isHeld),
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
  account: string,
  count: number,
  isHeld: (userId: number) => boolean,
) {
  const isFree = ({ userId }: DialQueueEntry) => !isHeld(userId);
  const first = await readNext(table, order, account, count);
  if (first.every(isFree)) return { entries: first, isHolding: false };
  // Entries of users at their limit stay behind at the front, in rounds that were served long ago. A user
  // behind them has entries from the served round on, at most one in each.
  const { served } = await readState(table, account);
  const parts = await Promise.all(
    order.priorities.flatMap((priority) => [
      readEntries(table, account, priority, { before: served[priority], limit: HELD_ENTRIES }),
      readEntries(table, account, priority, { from: served[priority], limit: HELD_ENTRIES }),
    ]),
  );
  return { entries: parts.flat().filter(isFree).slice(0, count), isHolding: true };
}

async function readNext(table: Table, { priorities }: DialOrder, account: string, count: number) {
  const parts = await Promise.all(
    priorities.map((priority) => readEntries(table, account, priority, { limit: count })),
  );
  return parts.flat().slice(0, count);
}

/** The first entries of the rounds, in order. */
export function readEntries(
  table: Table,
  account: string,
  priority: DialPriority,
  { from = 0, before = Number.MAX_SAFE_INTEGER, limit }: { from?: number; before?: number; limit: number },
): Promise<DialQueueEntry[]> {
  const { fromRound } = keys.dialQueue;
  const partition = keys.dialQueue.partition(account);
  const where = expr`sk BETWEEN ${fromRound(priority, from)} AND ${fromRound(priority, before)}`;
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

    async pause(account, until) {
      const condition = expr`attribute_not_exists(pk) OR nextAt < ${until}`;
      await update(table, keys.dialQueue.state(account), { set: { nextAt: until }, add: { refusals: 1 }, condition });
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
