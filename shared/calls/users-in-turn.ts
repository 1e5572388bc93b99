import * as v from 'valibot';
import type { DialOrder, DialQueueEntry, ServedRounds } from '#shared/calls/dial-queue.ts';
import { entryKey, readEntries } from '#shared/calls/dynamodb-dial-queue.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { count, read, untilDecided, type Table } from '#shared/platform/table/table.ts';
import { update, updateIf } from '#shared/platform/table/write.ts';

/** The last round that was drawn for a user. */
const DialRoundItem = v.object({ round: v.number(), expiresAt: v.number() });

/** A call waits a day at most. A user's last fairness round is of no use after that. */
const ROUND_KEPT_MS = 2 * 24 * 3_600_000;
/** Entries that are counted from the front, and from the back where there are more: 200 of 150 bytes are 8 read units. */
const COUNTED_ENTRIES = 200;
/** Entries that are read before a user is refused: 1,000 of 150 bytes are 38 read units. A user may have 900. */
const LIMIT_ENTRIES = 1_000;

/**
 * Start-time fair queueing: a user's next call is in the round after the user's last one, or in the one before the round that is served
 * now, whichever is later. 2,000 calls take 2,000 rounds; the call of a user who had no turn in the last round is next.
 */
export function createUsersInTurn(table: Table): DialOrder {
  return {
    priorities: ['interactive', 'campaign'],
    serve: servedWith,
    drawRound: (user, { served }, now) => drawRound(table, user, served[user.priority], now),
    countAhead: (entry, { served }) => countAhead(table, entry, served[entry.priority]),
  };
}

/** A call that was put back is in an old round. */
export function servedWith(before: ServedRounds, dialled: readonly DialQueueEntry[]): ServedRounds {
  const served = { ...before };
  for (const { priority, fairnessRound } of dialled) served[priority] = Math.max(served[priority], fairnessRound);
  return served;
}

/** One write for a user whose calls wait, and two for others: calls of one user that come at once do not wait for each other. */
function drawRound(table: Table, user: Parameters<DialOrder['drawRound']>[0], served: number, now: number) {
  const { userId, carrierAccount, priority, longest } = user;
  const key = keys.dialQueue.round(carrierAccount, priority, userId);
  const earliest = Math.max(0, served - 1);
  const expiresAt = Math.ceil((now + ROUND_KEPT_MS) / 1000);
  const isBehind = expr`attribute_not_exists(round) OR round < ${earliest}`;
  const isAhead = expr`round >= ${earliest}`;
  const hasRoom = longest === undefined ? isAhead : expr`${isAhead} AND round < ${earliest + longest}`;
  const next = { round: expr`round + ${1}`, expiresAt };
  return untilDecided<number | 'full'>(async () => {
    const drawn =
      (await updateIf(table, key, DialRoundItem, { set: next, condition: hasRoom })) ??
      (await updateIf(table, key, DialRoundItem, { set: { round: earliest, expiresAt }, condition: isBehind }));
    if (drawn) return drawn.round;
    const last = await read(table, key, DialRoundItem);
    if (longest === undefined || !last || last.round < earliest + longest) return undefined;
    // Calls that were cancelled have drawn rounds, too, and none of them is ever served.
    const entries = await readEntries(table, carrierAccount, priority, { from: earliest, limit: LIMIT_ENTRIES });
    const lastRound = entries.length < LIMIT_ENTRIES ? undefined : last.round;
    if (mostWaiting(userId, entries, lastRound) >= longest) return 'full';
    const isDrawn = await update(table, key, { set: next, condition: { round: last.round } });
    return isDrawn ? last.round + 1 : undefined;
  });
}

/**
 * How many calls of a user wait, at most: behind the entries that were read, one in each round up to the user's last one.
 * @param lastRound undefined if there are no more entries
 */
function mostWaiting(userId: number, entries: readonly DialQueueEntry[], lastRound: number | undefined): number {
  const own = entries.filter((entry) => entry.userId === userId).length;
  const last = entries.at(-1);
  return last && lastRound !== undefined ? own + Math.max(0, lastRound - last.fairnessRound + 1) : own;
}

async function countAhead(table: Table, entry: DialQueueEntry, served: number): Promise<number> {
  const { carrierAccount, priority, fairnessRound: to } = entry;
  // The entry itself may be stored by now, or not.
  const { sk: before } = entryKey({ ...entry, callId: entry.callId - 1 });
  const wanted = { partition: keys.dialQueue.partition(carrierAccount), limit: COUNTED_ENTRIES };
  const countFrom = (first: string, newestFirst = false) =>
    count(table, { ...wanted, where: expr`sk BETWEEN ${first} AND ${before}`, newestFirst });
  const front = await countFrom(keys.dialQueue.waiting(priority));
  if (front.last === undefined) return front.count;
  const back = await countFrom(front.last, true);
  const { roundIn } = keys.dialQueue;
  // The last one may be counted from the back, too.
  const counted = { count: front.count - 1, from: served, to: roundIn(front.last) };
  return estimateEntries(counted, { count: back.count, from: roundIn(back.last ?? front.last), to });
}

interface CountedRounds {
  count: number;
  from: number;
  to: number;
}

/** All entries up to the last ones. Users leave one after the other: the rounds between are as full as front and back on average. */
function estimateEntries(front: CountedRounds, back: CountedRounds): number {
  const perRound = ({ count, from, to }: CountedRounds) => count / Math.max(1, to - from);
  const between = ((back.from - front.to) * (perRound(front) + perRound(back))) / 2;
  return Math.round(front.count + between + back.count);
}
