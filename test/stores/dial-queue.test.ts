import { describe, expect, it } from 'vitest';
import { accountsOf, type DialPriority, type DialQueue, type DialRate } from '#shared/calls/dial-queue.ts';
import { addEntry, createDynamoDbDialQueue } from '#shared/calls/dynamodb-dial-queue.ts';
import { put, transact } from '#shared/platform/table/write.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { emptyQueue } from '#test/support/dial-queue/simulate-dial-queue.ts';
import { createMemoryDialQueue, type MemoryLine } from '#test/support/memory/dial-queue.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const NOW = Date.UTC(2026, 5, 30);
const rate = { callsPerSecond: 2, furtherAccounts: { second: { callsPerSecond: 1 } } };
const nobody = () => false;
const ascending = (one: number, other: number) => one - other;

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
        await queue.readPace(carrierAccount),
        NOW,
      );
      if (round !== 'full') await put({ userId, callId, carrierAccount, priority, fairnessRound: round });
      return round;
    },
  };
}

const onTable = async (dialRate: DialRate = rate) => {
  const real = table.real();
  await emptyQueue(real, accountsOf(dialRate));
  return subject(createDynamoDbDialQueue(real, dialRate), (entry) => transact(real, [addEntry(entry)]));
};
const inMemory = async (dialRate: DialRate = rate) => {
  const line: MemoryLine = { entries: [], live: [], ofWidgets: [] };
  return subject(createMemoryDialQueue(dialRate, line), async (entry) => line.entries.push(entry));
};

let users = 0;
const newUsers = () => [(users += 1) * 1000, users * 1000 + 1] as const;

describe.each([
  { adapter: 'memory', create: inMemory },
  { adapter: 'dynamodb', create: onTable },
])('dial queue on $adapter', ({ create }) => {
  const order = async ({ queue }: Subject) => (await queue.peek('default', 100, nobody)).map(({ callId }) => callId);

  it('lets users take turns, and serves those of the API before campaigns', async () => {
    const line = await create();
    const [one, other] = newUsers();
    await line.add(one, 9, 'campaign');
    for (const callId of [1, 2, 3]) await line.add(one, callId);
    await line.add(other, 4);
    await expect(order(line)).resolves.toEqual([1, 4, 2, 3, 9]);
    const [first] = await line.queue.peek('default', 1, nobody);
    await expect(
      line.queue.countAhead({ ...first!, callId: 3, fairnessRound: 2 }, await line.queue.readPace('default')),
    ).resolves.toBe(3);
    await expect(line.queue.peek('default', 1, (userId) => userId === one)).resolves.toMatchObject([{ callId: 4 }]);
  });

  it('puts a late user into the round that is being served', async () => {
    const line = await create();
    const [one, other] = newUsers();
    for (const callId of [1, 2, 3]) await line.add(one, callId);
    const served = await line.queue.peek('default', 2, nobody);
    await line.queue.take('default', served, await line.queue.readPace('default'), NOW);
    for (const entry of served) await line.queue.remove(entry);
    await line.add(other, 4);
    await expect(order(line)).resolves.toEqual([4, 3]);
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
    const cancelled = await line.queue.peek('default', 9, (userId) => userId === other);
    for (const entry of cancelled) await line.queue.remove(entry);
    const rounds = [];
    for (const callId of [6, 7, 8, 9]) rounds.push(await line.add(one, callId));
    expect(rounds).toEqual([4, 5, 6, 'full']);
    await expect(order(line)).resolves.toEqual([1, 6, 7, 8]);
  });

  it('shares the pace among all who take, and pauses for all', async () => {
    const { queue, add } = await create();
    const [one] = newUsers();
    await add(one, 1);
    const entries = await queue.peek('default', 1, nobody);
    const pace = await queue.readPace('default');
    const takeAll = async (options: Parameters<DialQueue['take']>[4]) => {
      const taken = await Promise.all([1, 2, 3, 4].map(() => queue.take('default', entries, pace, NOW, options)));
      return taken.filter(({ count }) => count === 1).length;
    };
    const taken = [await takeAll({}), await takeAll({}), await takeAll({ fromReserve: true })];
    expect(taken).toEqual([1, 0, 1]);
    await queue.pause('default', NOW + 5000);
    await expect(queue.take('default', entries, await queue.readPace('default'), NOW + 4999)).resolves.toEqual({
      count: 0,
      nextAt: NOW + 5000,
    });
    await expect(queue.readPace('default')).resolves.toMatchObject({ refusals: 1 });
    await queue.endPause('default');
    await expect(queue.readPace('default')).resolves.toMatchObject({ refusals: 0 });
  });

  it('has a queue, rounds, a pace and a pause for each carrier account', async () => {
    const { queue, add } = await create();
    const [one] = newUsers();
    for (const callId of [1, 2]) await add(one, callId);
    await expect(add(one, 3, 'interactive', 'second')).resolves.toBe(0);
    await expect(queue.peek('second', 9, nobody)).resolves.toMatchObject([{ callId: 3, carrierAccount: 'second' }]);
    const [first, second] = await Promise.all(['default', 'second'].map((name) => queue.peek(name, 9, nobody)));
    await queue.pause('default', NOW + 5000);
    await expect(queue.take('default', first!, await queue.readPace('default'), NOW)).resolves.toMatchObject({
      count: 0,
    });
    await expect(queue.take('second', second!, await queue.readPace('second'), NOW)).resolves.toMatchObject({
      count: 1,
    });
    await expect(queue.readPace('second')).resolves.toMatchObject({ refusals: 0 });
    for (const entry of first!) await queue.remove(entry);
    await expect(queue.isEmpty()).resolves.toBe(false);
    await queue.remove(second![0]!);
    await expect(queue.isEmpty()).resolves.toBe(true);
  });

  it('gives a place to one pump at a time, and again after its lease', async () => {
    const { queue } = await create();
    const first = { place: 0, running: [0] };
    await expect(queue.openPump('a', NOW, NOW + 3000)).resolves.toEqual(first);
    await expect(queue.openPump('b', NOW, NOW + 3000)).resolves.toBeUndefined();
    await expect(queue.extendPump(0, 'a', NOW + 1000, NOW + 4000)).resolves.toEqual(first);
    await expect(queue.isServed(NOW + 3999)).resolves.toBe(true);
    await expect(queue.openPump('b', NOW + 4000, NOW + 7000)).resolves.toEqual(first);
    await expect(queue.extendPump(0, 'a', NOW + 4100, NOW + 8000)).resolves.toBeUndefined();
    await queue.closePump(0, 'a');
    await expect(queue.isServed(NOW + 5000)).resolves.toBe(true);
    await queue.closePump(0, 'b');
    await expect(queue.isServed(NOW + 5000)).resolves.toBe(false);
  });

  it('tells each of several pumps which others run', async () => {
    const { queue } = await create({ callsPerSecond: 60 });
    const [one, two, three] = [
      await queue.openPump('a', NOW, NOW + 3000),
      await queue.openPump('b', NOW, NOW + 5000),
      await queue.openPump('c', NOW, NOW + 5000),
    ];
    const places = [one!.place, two!.place, three!.place];
    expect(places.toSorted(ascending)).toEqual([0, 1, 2]);
    expect([one, two, three].map((pump) => pump?.running.length)).toEqual([1, 2, 3]);
    await expect(queue.openPump('d', NOW, NOW + 5000)).resolves.toBeUndefined();
    await queue.closePump(two!.place, 'b');
    const left = [one!.place, three!.place].toSorted(ascending);
    const extended = queue.extendPump(three!.place, 'c', NOW, NOW + 5000);
    await expect(extended).resolves.toEqual({ place: three!.place, running: left });
    // The first one is dead.
    const alone = { place: three!.place, running: [three!.place] };
    await expect(queue.extendPump(three!.place, 'c', NOW + 3000, NOW + 8000)).resolves.toEqual(alone);
    await expect(queue.openPump('d', NOW + 3000, NOW + 8000)).resolves.toMatchObject({ running: { length: 2 } });
  });
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
  const pace = await queue.readPace('default');
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
  const ahead = await queue.countAhead(entries[699]!, await queue.readPace('default'));
  expect(ahead).toBeGreaterThan(1169 * 0.8);
  expect(ahead).toBeLessThan(1169 * 1.2);
  // Counted from both ends: the entry where they meet is counted once.
  await expect(queue.countAhead(entries[100]!, await queue.readPace('default'))).resolves.toBe(300);
});

it.each([
  { what: 'may have fewer than allowed', rounds: 5, drawn: 13 },
  { what: 'may have as many as allowed', rounds: 1, drawn: 'full' as const },
])('reads 1,000 entries of others, in $rounds rounds, where a user $what behind them', async ({ rounds, drawn }) => {
  const real = table.real();
  const { queue } = await onTable();
  const user = { userId: 1, carrierAccount: 'default', priority: 'interactive' } as const;
  const pace = await queue.readPace('default');
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
