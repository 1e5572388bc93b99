import * as v from 'valibot';
import {
  accountsOf,
  estimateEntries,
  grantDials,
  mostWaiting,
  pumpCount,
  rateOf,
  type DialPace,
  type DialPriority,
  type DialQueue,
  type DialQueueEntry,
  type DialRate,
  type LiveCallShard,
} from '#shared/calls/dial-queue.ts';
import { claim, release, remove, update, updateIf, type Write } from '#shared/platform/table/write.ts';
import { absent, expr, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { count, type Table, query, read, untilDecided } from '#shared/platform/table/table.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';

/** What the pumps share about a carrier account. Every change moves `nextAt`, or is conditional on it. */
const DialPaceItem = v.object({
  nextAt: v.number(),
  /** By priority: the latest fairness round that was served. */
  interactive: v.optional(v.number(), 0),
  campaign: v.optional(v.number(), 0),
  refusals: v.optional(v.number(), 0),
});

/** The last fairness round that was drawn for a user. */
const DialRoundItem = v.object({ round: v.number(), expiresAt: v.number() });

/** A call that waits for the carrier. */
const DialQueueEntryItem = v.object({
  userId: v.number(),
  callId: v.number(),
  carrierAccount: v.optional(v.string(), DEFAULT_CARRIER_ACCOUNT),
  priority: v.picklist(['interactive', 'campaign']),
  fairnessRound: v.number(),
});

const CallIds = v.set(v.number());

/** A shard of the live calls: their number, and for each user (`u7`) the ids of the calls. */
const LiveCallsItem = v.pipe(
  v.looseObject({ sk: v.string(), live: v.number() }),
  v.transform((item): LiveCallShard => {
    const ofUsers = Object.entries(item).flatMap(([name, ids]) =>
      v.is(CallIds, ids) ? [[Number(name.slice(1)), ids] as const] : [],
    );
    return { shard: Number(item.sk), calls: new Map(ofUsers) };
  }),
);

export function entryKey({ carrierAccount, priority, fairnessRound, userId, callId }: DialQueueEntry) {
  return keys.dialQueue.entry(carrierAccount, priority, fairnessRound, userId, callId);
}

/** Puts a call on the queue, as a part of the transaction that stores it or puts it back. */
export function addEntry({ userId, callId, carrierAccount, priority, fairnessRound }: DialQueueEntry): Write {
  const entry = { userId, callId, carrierAccount, priority, fairnessRound };
  return { put: { ...entryKey(entry), ...entry } };
}

/** Takes a call off the queue, as a part of the transaction that claims it. */
export function takeEntry(entry: DialQueueEntry): Write {
  return { remove: entryKey(entry), condition: present };
}

/** A call waits a day at most. A user's last fairness round is of no use after that. */
const ROUND_KEPT_MS = 2 * 24 * 3_600_000;
/** Entries that are counted from the front, and from the back where there are more: 200 of 150 bytes are 8 read units. */
const COUNTED_ENTRIES = 200;
/** Entries that are read before a user is refused: 1,000 of 150 bytes are 38 read units. A user may have 900. */
const LIMIT_ENTRIES = 1_000;
/** Entries of users who are at their limit, read to get past them. */
const HELD_ENTRIES = 200;

const priorities: readonly DialPriority[] = ['interactive', 'campaign'];

/**
 * Entries and pace of an account are in two partitions. Each gets at most 4 write units per dial: 400 a second at 100 dials. Live
 * calls are in a partition for some 1,500 of them.
 */
export function createDynamoDbDialQueue(table: Table, rate: DialRate): DialQueue {
  return {
    rate,
    readPace: (account) => readPace(table, account),
    async isEmpty() {
      const first = await Promise.all(accountsOf(rate).map((account) => readNext(table, account, 1)));
      return first.every((entries) => entries.length === 0);
    },
    remove: async (entry) => void (await remove(table, entryKey(entry))),
    readLiveCalls: (partition) => query(table, { partition: keys.liveCalls.partition(partition) }, LiveCallsItem),
    ...roundsOf(table),
    ...entriesOf(table),
    ...paceOf(table, rate),
    ...pumpsOf(table, rate),
  };
}

async function readPace(table: Table, account: string): Promise<DialPace> {
  const { nextAt, interactive, campaign, refusals } =
    (await read(table, keys.dialQueue.pace(account), DialPaceItem)) ?? v.parse(DialPaceItem, { nextAt: 0 });
  return { nextAt, served: { interactive, campaign }, refusals };
}

function roundsOf(table: Table): Pick<DialQueue, 'drawRound'> {
  return {
    drawRound({ userId, carrierAccount, priority, longest }, pace, now) {
      const served = pace.served[priority];
      const key = keys.dialQueue.round(carrierAccount, priority, userId);
      const expiresAt = Math.ceil((now + ROUND_KEPT_MS) / 1000);
      const isBehind = expr`attribute_not_exists(round) OR round < ${served}`;
      const isAhead = expr`round >= ${served}`;
      const hasRoom = longest === undefined ? isAhead : expr`${isAhead} AND round < ${served + longest}`;
      return untilDecided(async () => {
        const drawn =
          (await updateIf(table, key, DialRoundItem, {
            set: { round: expr`round + ${1}`, expiresAt },
            condition: hasRoom,
          })) ??
          (await updateIf(table, key, DialRoundItem, { set: { round: served, expiresAt }, condition: isBehind }));
        if (drawn) return drawn.round;
        const last = await read(table, key, DialRoundItem);
        if (longest === undefined || !last || last.round < served + longest) return undefined;
        // Calls that were cancelled have drawn rounds, too, and none of them is ever served.
        const entries = await readEntries(table, carrierAccount, priority, { from: served, limit: LIMIT_ENTRIES });
        const lastRound = entries.length < LIMIT_ENTRIES ? undefined : last.round;
        if (mostWaiting(userId, entries, lastRound) >= longest) return 'full';
        const round = last.round + 1;
        const isDrawn = await update(table, key, { set: { round, expiresAt }, condition: { round: last.round } });
        return isDrawn ? round : undefined;
      });
    },
  };
}

function entriesOf(table: Table): Pick<DialQueue, 'countAhead' | 'peek'> {
  return {
    async countAhead(entry, pace) {
      const { carrierAccount, priority, fairnessRound: to } = entry;
      // The entry itself may be stored by now, or not.
      const { sk: before } = entryKey({ ...entry, callId: entry.callId - 1 });
      const wanted = { partition: keys.dialQueue.partition(carrierAccount), limit: COUNTED_ENTRIES };
      const countFrom = (first: string, newestFirst = false) =>
        count(table, { ...wanted, where: expr`sk BETWEEN ${first} AND ${before}`, newestFirst });
      const front = await countFrom(keys.dialQueue.waiting(priority));
      if (front.last === undefined) return front.count;
      const back = await countFrom(front.last, true);
      const { numberIn } = keys.dialQueue;
      // The last one may be counted from the back, too.
      const counted = { count: front.count - 1, from: pace.served[priority], to: numberIn(front.last) };
      return estimateEntries(counted, { count: back.count, from: numberIn(back.last ?? front.last), to });
    },

    async peek(account, count, isHeld) {
      const isFree = ({ userId }: DialQueueEntry) => !isHeld(userId);
      const first = await readNext(table, account, count);
      if (first.every(isFree)) return first.slice(0, count);
      // Entries of users at their limit stay behind at the front, in rounds that were served long ago. A user
      // behind them has entries from the served round on, at most one in each.
      const { served } = await readPace(table, account);
      const parts = await Promise.all(
        priorities.flatMap((priority) => [
          readEntries(table, account, priority, { before: served[priority], limit: HELD_ENTRIES }),
          readEntries(table, account, priority, { from: served[priority], limit: HELD_ENTRIES }),
        ]),
      );
      return parts.flat().filter(isFree).slice(0, count);
    },
  };
}

async function readNext(table: Table, account: string, count: number): Promise<DialQueueEntry[]> {
  const parts = await Promise.all(
    priorities.map((priority) => readEntries(table, account, priority, { limit: count })),
  );
  return parts.flat().slice(0, count);
}

function readEntries(
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

function paceOf(table: Table, rate: DialRate): Pick<DialQueue, 'take' | 'pause' | 'endPause'> {
  return {
    take(account, entries, known, now, { fromReserve = false } = {}) {
      let latest: DialPace | undefined = known;
      return untilDecided(async () => {
        const pace = latest ?? (await readPace(table, account));
        latest = undefined;
        const { count, nextAt } = grantDials(pace, entries.length, rateOf(rate, account), { now, fromReserve });
        if (count === 0) return { count, nextAt };
        const served = { ...pace.served };
        for (const { priority, fairnessRound } of entries.slice(0, count))
          served[priority] = Math.max(served[priority], fairnessRound);
        const condition = pace.nextAt === 0 ? absent : { nextAt: pace.nextAt };
        const isTaken = await update(table, keys.dialQueue.pace(account), { set: { nextAt, ...served }, condition });
        return isTaken ? { count, nextAt } : undefined;
      });
    },

    async pause(account, until) {
      const condition = expr`attribute_not_exists(pk) OR nextAt < ${until}`;
      await update(table, keys.dialQueue.pace(account), { set: { nextAt: until }, add: { refusals: 1 }, condition });
    },

    async endPause(account) {
      await update(table, keys.dialQueue.pace(account), { set: { refusals: 0 }, condition: expr`refusals > ${0}` });
    },
  };
}

/** A place for a pump. Without `claimedBy` it is free. */
const PumpItem = v.pipe(
  v.object({ sk: v.string(), claimedBy: v.optional(v.string()), claimedUntil: v.optional(v.number(), 0) }),
  v.transform(({ sk, ...claimed }) => ({ place: keys.dialQueue.numberIn(sk), ...claimed })),
);

function pumpsOf(table: Table, rate: DialRate): Pick<DialQueue, 'openPump' | 'extendPump' | 'closePump' | 'isServed'> {
  const places = Array.from({ length: pumpCount(rate) }, (_, place) => place);
  const claimPlace = (place: number, owner: string, now: number, until: number) =>
    claim(table, keys.dialQueue.pump(place), PumpItem, { owner, lease: { now, until } });
  const othersThan = async (owner: string, now: number) => {
    const { pumps: partition, anyPump } = keys.dialQueue;
    const pumps = await query(table, { partition, where: expr`begins_with(sk, ${anyPump})` }, PumpItem);
    return pumps
      .filter(({ claimedBy, claimedUntil }) => claimedBy !== undefined && claimedBy !== owner && claimedUntil > now)
      .map(({ place }) => place);
  };
  return {
    async openPump(owner, now, until) {
      // Each new call wakes a pump. Where enough are running, a read costs a fifth of a write that is refused.
      const others = await othersThan(owner, now);
      const free = places.filter((other) => !others.includes(other));
      // Of a burst, each tries another place. Who has taken it since this read will see what this one was woken for.
      const place = free[numberOf(owner) % free.length];
      if (place === undefined || !(await claimPlace(place, owner, now, until))) return undefined;
      return { place, running: [...others, place].toSorted(ascending) };
    },
    async extendPump(place, owner, now, until) {
      const [claimed, others] = await Promise.all([
        claimPlace(place, owner, now, until),
        places.length > 1 ? othersThan(owner, now) : [],
      ]);
      return claimed && { place, running: [...others, place].toSorted(ascending) };
    },
    closePump: async (place, owner) => void (await release(table, keys.dialQueue.pump(place), owner)),
    isServed: async (now) => (await othersThan('', now)).length > 0,
  };
}

const ascending = (one: number, other: number): number => one - other;

/** The same number for the same text. */
const numberOf = (text: string): number => Buffer.from(text).reduce((sum, byte) => sum + byte, 0);
