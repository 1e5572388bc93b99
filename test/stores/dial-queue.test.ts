import { describe, expect, it } from 'vitest';
import {
  isDeferred,
  waitingAccounts,
  type DialOrder,
  type DialPriority,
  type DialQueue,
  type DialQueueEntry,
  type DialQueueLook,
} from '#shared/calls/dial-queue.ts';
import { accountsOf, type DialRate } from '#shared/calls/dial-rate.ts';
import { addEntry, createDynamoDbDialQueue } from '#shared/calls/dynamodb-dial-queue.ts';
import { createUsersInTurn } from '#shared/calls/users-in-turn.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { put, transact } from '#shared/platform/table/write.ts';
import { emptyQueue } from '#test/stores/dial-queue/simulate-dial-queue.ts';
import { createMemoryDialQueue, type MemoryLine } from '#test/support/memory/dial-queue.ts';
import { createMemoryNumbers } from '#test/support/memory/number-lines.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const NOW = Date.UTC(2026, 5, 30);
const rate: DialRate = { callsPerSecond: 2, furtherAccounts: { second: { callsPerSecond: 1 } } };
const nobody = () => false;

interface Subject {
  queue: DialQueue;
  /** Puts the next call of a user on the queue. */
  add(userId: number, callId: number, priority?: DialPriority, carrierAccount?: string): Promise<number | 'full'>;
}

function subject(queue: DialQueue, put: (entry: Parameters<typeof addEntry>[0]) => Promise<unknown>): Subject {
  return {
    queue,
    async add(userId, callId, priority = 'interactive', carrierAccount = 'default') {
      const round = await queue.drawRound(
        { userId, carrierAccount, priority, longest: 3 },
        await queue.readState(carrierAccount),
        NOW,
      );
      if (round !== 'full') await put({ userId, callId, carrierAccount, priority, fairnessRound: round });
      return round;
    },
  };
}

const onTable = async () => {
  const real = table.real();
  await emptyQueue(real, accountsOf(rate));
  return subject(createDynamoDbDialQueue(real, rate, createUsersInTurn(real)), (entry) =>
    transact(real, [addEntry(entry)]),
  );
};
const inMemory = async () => {
  const line: MemoryLine = { entries: [], live: [], ofWidgets: [], numbers: createMemoryNumbers() };
  return subject(createMemoryDialQueue(rate, line), async (entry) => line.entries.push(entry));
};

let users = 0;
const newUsers = () => [(users += 1) * 1000, users * 1000 + 1] as const;

describe.each([
  { adapter: 'memory', create: inMemory },
  { adapter: 'dynamodb', create: onTable },
])('dial queue on $adapter', ({ create }) => {
  const order = async ({ queue }: Subject) =>
    (await queue.peek('default', 100, nobody)).entries.map(({ callId }) => callId);

  it('lets users take turns, and serves those of the API before campaigns', async () => {
    const line = await create();
    const [one, other] = newUsers();
    await line.add(one, 9, 'campaign');
    for (const callId of [1, 2, 3]) await line.add(one, callId);
    await line.add(other, 4);
    await expect(order(line)).resolves.toEqual([1, 4, 2, 3, 9]);
    const { entries, passedOver } = await line.queue.peek('default', 1, nobody);
    await expect(
      line.queue.countAhead({ ...entries[0]!, callId: 3, fairnessRound: 2 }, await line.queue.readState('default')),
    ).resolves.toBe(3);
    expect(passedOver).toEqual([]);
    const held = await line.queue.peek('default', 1, ({ userId }) => userId === one);
    expect(held).toMatchObject({ entries: [{ callId: 4 }] });
    expect(held.passedOver.map(({ callId }) => callId)).toEqual([1, 2, 3, 9]);
  });

  it('puts the call of a user who had no turn in the last round before the round that is served now', async () => {
    const line = await create();
    const [one, other] = newUsers();
    for (const callId of [1, 2, 3]) await line.add(one, callId);
    const { entries } = await line.queue.peek('default', 3, nobody);
    await line.queue.take('default', entries.slice(0, 2), NOW);
    await line.queue.remove(entries[0]!);
    for (const callId of [4, 5]) await line.add(other, callId);
    await expect(order(line)).resolves.toEqual([4, 2, 5, 3]);
  });

  it('draws no round for a user with too many waiting calls', async () => {
    const line = await create();
    const [one, other] = newUsers();
    const rounds = [];
    for (const callId of [1, 2, 3, 4, 5]) rounds.push(await line.add(one, callId));
    expect(rounds).toEqual([0, 1, 2, 3, 'full']);
    await expect(line.add(other, 6)).resolves.toBe(0);
  });

  it('draws a round for a user whose waiting calls were all cancelled, and counts those that wait', async () => {
    const line = await create();
    const [one, other] = newUsers();
    await line.add(other, 1);
    for (const callId of [2, 3, 4, 5]) await line.add(one, callId);
    await expect(line.add(one, 6)).resolves.toBe('full');
    const cancelled = await line.queue.peek('default', 9, ({ userId }) => userId === other);
    for (const entry of cancelled.entries) await line.queue.remove(entry);
    const rounds = [];
    for (const callId of [6, 7, 8, 9]) rounds.push(await line.add(one, callId));
    expect(rounds).toEqual([4, 5, 6, 'full']);
    await expect(order(line)).resolves.toEqual([1, 6, 7, 8]);
  });

  it('draws the round after the last one, or the one before the round that is served now, for calls of one user at once, too', async () => {
    const { queue, add } = await create();
    const [one, other] = newUsers();
    const account = { carrierAccount: 'default', priority: 'interactive' } as const;
    const draw = (userId: number, interactive: number) =>
      queue.drawRound({ ...account, userId }, { nextAt: 0, served: { interactive, campaign: 0 }, refusals: 0 }, NOW);
    const drawn = [];
    for (const served of [0, 0, 4, 4, 2, 9, 9]) drawn.push(await draw(one, served));
    expect(drawn).toEqual([0, 1, 3, 4, 5, 8, 9]);
    const rounds = await Promise.all([1, 2, 3].map((callId) => add(other, callId)));
    expect(new Set(rounds)).toEqual(new Set([0, 1, 2]));
  });

  it('shares the rate among all who take, and pauses for all', async () => {
    const { queue, add } = await create();
    const [one] = newUsers();
    await add(one, 1);
    const { entries } = await queue.peek('default', 1, nobody);
    const takeAll = async () => {
      const taken = await Promise.all([1, 2, 3, 4].map(() => queue.take('default', entries, NOW)));
      return taken.filter(({ count }) => count === 1).length;
    };
    expect([await takeAll(), await takeAll()]).toEqual([2, 0]);
    await queue.pause('default', NOW + 5000, 0);
    const next = { nextAt: NOW + 5000, refusals: 1 };
    await expect(queue.take('default', entries, NOW + 4999)).resolves.toEqual({ count: 0, ...next });
    await expect(queue.readState('default')).resolves.toMatchObject(next);
    await queue.endPause('default');
    await expect(queue.readState('default')).resolves.toMatchObject({ refusals: 0 });
  });

  it('counts the refusals of dials that were taken together as one, and pauses for the longest of them', async () => {
    const { queue } = await create();
    const pauses = [
      { until: 1000, taken: 0, refusals: 1, nextAt: 1000 },
      { until: 1001, taken: 0, refusals: 1, nextAt: 1001 },
      { until: 900, taken: 0, refusals: 1, nextAt: 1001 },
      { until: 3000, taken: 1, refusals: 2, nextAt: 3000 },
      { until: 9000, taken: 0, refusals: 2, nextAt: 3000 },
    ];
    for (const { until, taken, refusals, nextAt } of pauses) {
      await queue.pause('default', NOW + until, taken);
      await expect(queue.readState('default')).resolves.toMatchObject({ refusals, nextAt: NOW + nextAt });
    }
  });

  it('puts off the call that is deferred, and no other one', async () => {
    const { queue, add } = await create();
    const [one, other] = newUsers();
    await add(one, 1);
    await add(other, 2);
    const isPassedOver = (entry: DialQueueEntry) => isDeferred(entry, NOW);
    const next = async () => (await queue.peek('default', 1, isPassedOver)).entries.map(({ callId }) => callId);
    const [first] = (await queue.peek('default', 1, nobody)).entries;
    await expect(queue.defer(first!, NOW + 1)).resolves.toBe(true);
    await expect(next()).resolves.toEqual([2]);
    await expect(queue.isEmpty('default', NOW)).resolves.toBe(false);
    for (const entry of (await queue.peek('default', 1, isPassedOver)).entries) await queue.remove(entry);
    expect([await queue.isEmpty('default', NOW), await queue.isEmpty('default', NOW + 1)]).toEqual([true, false]);
    await expect(waitingAccounts(queue, NOW)).resolves.toEqual([]);
    const { entries } = await queue.peek('default', 1, nobody);
    expect(entries).toMatchObject([{ callId: 1, retryAt: NOW + 1, failures: 1 }]);
    await queue.remove(first!);
    await expect(queue.defer(first!, NOW + 2)).resolves.toBe(false);
    await expect(queue.isEmpty('default', NOW + 2)).resolves.toBe(true);
  });

  it('has a queue, rounds, a state and a pause for each carrier account', async () => {
    const { queue, add } = await create();
    const [one] = newUsers();
    for (const callId of [1, 2]) await add(one, callId);
    await expect(add(one, 3, 'interactive', 'second')).resolves.toBe(0);
    const [first, second] = await Promise.all(['default', 'second'].map((name) => queue.peek(name, 9, nobody)));
    expect(second!.entries).toMatchObject([{ callId: 3, carrierAccount: 'second' }]);
    await queue.pause('default', NOW + 5000, 0);
    await expect(queue.take('default', first!.entries, NOW)).resolves.toMatchObject({ count: 0 });
    await expect(queue.take('second', second!.entries, NOW)).resolves.toMatchObject({ count: 1, refusals: 0 });
    await expect(waitingAccounts(queue, NOW)).resolves.toEqual(['default', 'second']);
    for (const entry of first!.entries) await queue.remove(entry);
    await expect(waitingAccounts(queue, NOW)).resolves.toEqual(['second']);
    await queue.remove(second!.entries[0]!);
    await expect(waitingAccounts(queue, NOW)).resolves.toEqual([]);
  });

  it('leases the pump of each account to one owner at a time, and to another one after the lease', async () => {
    const { queue } = await create();
    const lease = (owner: string, now: number, account = 'default') =>
      queue.leasePump(account, owner, { now: NOW + now, until: NOW + now + 3000 });
    await expect(queue.hasPump('default', NOW)).resolves.toBe(false);
    expect([await lease('a', 0), await lease('b', 0), await lease('a', 1000)]).toEqual([true, false, true]);
    await expect(lease('b', 0, 'second')).resolves.toBe(true);
    await expect(queue.hasPump('default', NOW + 3999)).resolves.toBe(true);
    expect([await lease('b', 4000), await lease('a', 4100)]).toEqual([true, false]);
    await queue.releasePump('default', 'a');
    await expect(queue.hasPump('default', NOW + 5000)).resolves.toBe(true);
    await queue.releasePump('default', 'b');
    await expect(queue.hasPump('default', NOW + 5000)).resolves.toBe(false);
    await expect(queue.hasPump('second', NOW + 2999)).resolves.toBe(true);
  });
});

it('serves entries, state and lease that the release before has stored, whose pump served all accounts', async () => {
  const real = table.real();
  const { queue } = await onTable();
  await put(real, {
    ...keys.dialQueue.entry('default', 'campaign', 3, 1, 2),
    userId: 1,
    callId: 2,
    priority: 'campaign',
    fairnessRound: 3,
  });
  await put(real, { pk: 'DIAL_PACE', sk: 'PACE', nextAt: NOW + 10, interactive: 7, refusals: 2 });
  await put(real, { pk: 'DIAL_PACE', sk: 'PUMP#0', claimedBy: 'old', claimedUntil: NOW + 500 });
  await put(real, { pk: 'DIAL_PACE', sk: 'PUMP#3', claimedBy: 'older', claimedUntil: NOW + 9000 });
  const { entries } = await queue.peek('default', 9, nobody);
  const entry = { userId: 1, callId: 2, carrierAccount: 'default', priority: 'campaign', fairnessRound: 3 };
  expect(entries).toEqual([entry]);
  const served = { interactive: 7, campaign: 0 };
  await expect(queue.readState('default')).resolves.toEqual({ nextAt: NOW + 10, served, refusals: 2 });
  const leaseAt = (now: number) => queue.leasePump('default', 'new', { now, until: NOW + 9000 });
  await expect(leaseAt(NOW)).resolves.toBe(false);
  await expect(leaseAt(NOW + 501)).resolves.toBe(true);
});

const waitingSince = (userId: number, callId: number, fairnessRound: number) => ({
  userId,
  callId,
  carrierAccount: 'default',
  priority: 'interactive' as const,
  fairnessRound,
});

it.each([
  { who: 'of a user who had no turn in the last round', round: 249, looks: 1 },
  { who: 'that was put back', round: 170, looks: 1 },
  { who: 'whose round was served meanwhile', round: 215, looks: 2 },
  { who: 'in a late round', round: 800, looks: 5 },
])('finds a call $who behind 900 calls of a user who must wait', async ({ round, looks }) => {
  const real = table.real();
  const { queue } = await onTable();
  const held = Array.from({ length: 900 }, (_, index) => waitingSince(1, index + 1, index));
  for (let start = 0; start < held.length; start += 20)
    await transact(real, held.slice(start, start + 20).map(addEntry));
  await put(real, { ...keys.dialQueue.state('default'), nextAt: NOW, interactive: 250 });
  await transact(real, [addEntry(waitingSince(2, 9000, round))]);
  let look: DialQueueLook | undefined;
  let count = 0;
  while (!look?.entries.length && count < 20) {
    look = await queue.peek('default', 20, ({ userId }) => userId === 1, look);
    count += 1;
  }
  expect({ found: look!.entries.map(({ callId }) => callId), count }).toEqual({ found: [9000], count: looks });
});

it('serves by another order than users in turn', async () => {
  const real = table.real();
  await emptyQueue(real, accountsOf(rate));
  const campaignsFirst: DialOrder = {
    priorities: ['campaign', 'interactive'],
    drawRound: async () => 7,
    countAhead: async () => 3,
    serve: (served) => ({ ...served, campaign: 11 }),
  };
  const queue = createDynamoDbDialQueue(real, rate, campaignsFirst);
  const line = subject(queue, (entry) => transact(real, [addEntry(entry)]));
  await line.add(1, 1);
  await expect(line.add(1, 2, 'campaign')).resolves.toBe(7);
  const { entries } = await queue.peek('default', 9, nobody);
  expect(entries.map(({ callId }) => callId)).toEqual([2, 1]);
  await expect(queue.countAhead(entries[0]!, await queue.readState('default'))).resolves.toBe(3);
  await queue.take('default', entries, NOW);
  await expect(queue.readState('default')).resolves.toMatchObject({ served: { interactive: 0, campaign: 11 } });
});

it('counts the calls ahead up to 200 on the table, and estimates beyond', async () => {
  const real = table.real();
  const { queue } = await onTable();
  const entries = Array.from({ length: 300 }, (_, index) => ({
    userId: (index % 3) + 1,
    callId: index + 1,
    carrierAccount: 'default',
    priority: 'interactive' as const,
    fairnessRound: Math.floor(index / 3),
  }));
  for (const entry of entries) await transact(real, [addEntry(entry)]);
  const pace = await queue.readState('default');
  const ahead = [0, 1, 99, 199, 299].map((place) => queue.countAhead(entries[place]!, pace));
  const [first, second, hundredth, last, beyond] = await Promise.all(ahead);
  expect([first, second, hundredth, last]).toEqual([0, 1, 99, 199]);
  expect(beyond).toBeGreaterThan(290);
  expect(beyond).toBeLessThan(310);
});

it('estimates the calls ahead of a user whom the others leave alone', async () => {
  const real = { client: table.client(), tableName: table.tableName };
  const { queue } = await onTable();
  const waitingOf = (userId: number, calls: number) =>
    Array.from({ length: calls }, (_, round) => ({
      userId,
      callId: userId * 1000 + round,
      carrierAccount: 'default',
      priority: 'interactive' as const,
      fairnessRound: round,
    }));
  const entries = [...waitingOf(1, 700), ...waitingOf(2, 350), ...waitingOf(3, 120)];
  for (let from = 0; from < entries.length; from += 100)
    await transact(real, entries.slice(from, from + 100).map(addEntry));
  const ahead = await queue.countAhead(entries[699]!, await queue.readState('default'));
  expect(ahead).toBeGreaterThan(1169 * 0.8);
  expect(ahead).toBeLessThan(1169 * 1.2);
  // Counted from both ends: the entry where they meet is counted once.
  await expect(queue.countAhead(entries[100]!, await queue.readState('default'))).resolves.toBe(300);
});

it.each([
  { what: 'may have fewer than allowed', rounds: 5, drawn: 13 },
  { what: 'may have as many as allowed', rounds: 1, drawn: 'full' as const },
])('reads 1,000 entries of others, in $rounds rounds, where a user $what behind them', async ({ rounds, drawn }) => {
  const real = table.real();
  const { queue } = await onTable();
  const user = { userId: 1, carrierAccount: 'default', priority: 'interactive' } as const;
  const pace = await queue.readState('default');
  await put(real, { ...keys.dialQueue.round('default', 'interactive', 1), round: 12, expiresAt: NOW });
  const others = Array.from({ length: 1000 }, (_, index) => ({
    ...user,
    userId: Math.floor(index / rounds) + 2,
    callId: index + 1,
    fairnessRound: index % rounds,
  }));
  for (let from = 0; from < others.length; from += 100)
    await transact(real, others.slice(from, from + 100).map(addEntry));
  await expect(queue.drawRound({ ...user, longest: 10 }, pace, NOW)).resolves.toBe(drawn);
});
