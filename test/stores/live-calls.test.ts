import { describe, expect, it } from 'vitest';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { CallKey } from '#shared/calls/call.ts';
import type { DialQueue, DialQueueEntry } from '#shared/calls/dial-queue.ts';
import { createDynamoDbCallStore } from '#shared/calls/dynamodb-call-store.ts';
import { createDynamoDbDialQueue } from '#shared/calls/dynamodb-dial-queue.ts';
import { createDynamoDbLiveCalls, liveCallShards, type LiveCalls } from '#shared/calls/live-calls.ts';
import { createUsersInTurn } from '#shared/calls/users-in-turn.ts';
import { findCallSlot, limitConversations } from '#shared/dialling/conversation-limits.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { put } from '#shared/platform/table/write.ts';
import { createMeter } from '#test/bench/meter.ts';
import { emptyTable } from '#test/stores/adapters.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { createMemoryCallStore } from '#test/support/memory/calls.ts';
import { createMemoryDialQueue, createMemoryLiveCalls } from '#test/support/memory/dial-queue.ts';
import { conflictLikeAws, injectFaults } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const entryOf = (key: CallKey): DialQueueEntry => ({
  ...key,
  carrierAccount: 'default',
  priority: 'interactive',
  fairnessRound: 0,
});
const rate = { callsPerSecond: 5 };

interface Subject {
  calls: CallStore;
  queue: DialQueue;
  live: LiveCalls;
}

function inMemory(total?: number, perUser?: number): Subject {
  const calls = createMemoryCallStore();
  const live = createMemoryLiveCalls(calls.line, { total, perUser });
  return { calls, live, queue: createMemoryDialQueue(rate, calls.line) };
}

function onTable(total?: number, perUser?: number): Subject {
  const real = table.real();
  const live = createDynamoDbLiveCalls(real, { total, perUser });
  return {
    calls: createDynamoDbCallStore(real),
    live,
    queue: createDynamoDbDialQueue(real, rate, createUsersInTurn(real)),
  };
}

async function accept({ calls }: Subject, userId: number, callId: number): Promise<CallKey> {
  const call = buildCall({ id: callId, userId, hold: 0 });
  const entry = entryOf({ userId, callId });
  await calls.createWithHold(call, { assistant: buildAssistant({ userId }), variables: {} }, entry);
  return { userId, callId };
}

/** What a pump does with a call: chooses a slot by what it has read, and claims the call there. */
async function begin({ calls, live }: Subject, key: CallKey) {
  const limits = limitConversations(live);
  await limits.refresh(0);
  if (!limits.hasRoom(key.userId)) return 'held';
  return calls.claimDialling(entryOf(key), { at: 1, callSlot: limits.begin(key) });
}

describe.each([
  { adapter: 'memory', create: inMemory },
  { adapter: 'dynamodb', create: onTable },
])('live calls on $adapter', ({ adapter, create }) => {
  const fresh = async (total?: number, perUser?: number) => {
    if (adapter === 'dynamodb') await emptyTable(table);
    const subject = create(total, perUser);
    for (const userId of [1, 2]) await fund(subject, userId);
    return subject;
  };

  it('claims as many calls as allowed, and the next one when one has ended', async () => {
    const subject = await fresh(2);
    const [one, two, three] = await Promise.all([1, 2, 3].map((callId) => accept(subject, 1, callId)));
    await expect(begin(subject, one!)).resolves.toBe('claimed');
    await expect(begin(subject, two!)).resolves.toBe('claimed');
    await expect(begin(subject, three!)).resolves.toBe('held');
    const first = (await subject.calls.get(one!))!;
    // A message that comes twice, and one that comes late.
    for (const _ of [1, 2]) await subject.calls.endConversation(first);
    await expect(begin(subject, three!)).resolves.toBe('claimed');
    await subject.calls.endConversation(first);
    await expect(begin(subject, await accept(subject, 1, 4))).resolves.toBe('held');
  });

  it('refuses a claim whose slot was taken in between, and leaves the call waiting', async () => {
    const subject = await fresh(9, 1);
    const [one, two] = await Promise.all([1, 2].map((callId) => accept(subject, 1, callId)));
    const callSlot = { shard: 0, most: 9, mostOfUser: 1 };
    await expect(subject.calls.claimDialling(entryOf(one!), { at: 1, callSlot })).resolves.toBe('claimed');
    await expect(subject.calls.claimDialling(entryOf(two!), { at: 1, callSlot })).resolves.toBe('full');
    await expect(subject.calls.get(two!)).resolves.toMatchObject({ claimedAt: null });
    await expect(subject.queue.peek('default', 9, () => false)).resolves.toMatchObject({ entries: [{ callId: 2 }] });
    const other = await accept(subject, 2, 3);
    await expect(subject.calls.claimDialling(entryOf(other), { at: 1, callSlot })).resolves.toBe('claimed');
  });

  it('frees the slot of a call that is put back, once', async () => {
    const subject = await fresh(1);
    const [one, two] = await Promise.all([1, 2].map((callId) => accept(subject, 1, callId)));
    await begin(subject, one!);
    for (const _ of [1, 2]) await subject.calls.putBack(entryOf(one!));
    await expect(begin(subject, two!)).resolves.toBe('claimed');
    await expect(begin(subject, one!)).resolves.toBe('held');
  });

  it('holds one user and no other', async () => {
    const subject = await fresh(200, 2);
    const outcomes = [];
    for (const callId of [1, 2, 3]) outcomes.push(await begin(subject, await accept(subject, 1, callId)));
    outcomes.push(await begin(subject, await accept(subject, 2, 4)));
    expect(outcomes).toEqual(['claimed', 'claimed', 'held', 'claimed']);
  });
});

async function fund({ calls }: Subject, userId: number): Promise<void> {
  const wallet = { balance: 1e9, available: 1e9 };
  if ('state' in calls) (calls as ReturnType<typeof createMemoryCallStore>).state.wallets.set(userId, wallet);
  else await put(table.real(), { ...keys.wallet(userId), userId, ...wallet });
}

it.each([
  { total: 5, perUser: 5, shards: 1, partitions: 1 },
  { total: 50, perUser: 50, shards: 2, partitions: 1 },
  { total: 2426, perUser: 606, shards: 51, partitions: 2 },
  { total: 13_889, perUser: 3472, shards: 290, partitions: 10 },
  { total: 10_000, perUser: 7, shards: 209, partitions: 7 },
  { total: undefined, perUser: 3, shards: 64, partitions: 2 },
])('divides $total calls, $perUser of a user, among $shards shards', ({ total, perUser, shards, partitions }) => {
  const divided = liveCallShards({ total, perUser });
  expect([divided.count, divided.partitions]).toEqual([shards, partitions]);
  for (const userId of [1, 7, 123_456]) {
    const slots = Array.from({ length: shards }, (_, shard) => divided.slotIn(shard, userId));
    expect(slots.reduce((sum, { mostOfUser }) => sum + mostOfUser, 0)).toBe(perUser);
    expect(slots.reduce((sum, { most }) => sum + most, 0)).toBe(total ?? Number.POSITIVE_INFINITY);
  }
});

/** The first of two partitions is full. */
function twoPartitions() {
  const perPartition = keys.liveCalls.shardsPerPartition * 48;
  const full = Array.from({ length: 32 }, (_, shard) => ({
    shard,
    calls: new Map([[1, new Set(Array.from({ length: 60 }, (_unused, index) => shard * 100 + index))]]),
  }));
  const read: number[] = [];
  const live: LiveCalls = {
    atOnce: { total: perPartition + 10 },
    read: async (partition) => (read.push(partition), partition === 0 ? full : []),
  };
  return { live, read };
}

it('finds a slot in any partition, one after the other', async () => {
  const { live, read } = twoPartitions();
  const limits = limitConversations(live);
  await limits.refresh(0);
  expect(limits.free()).toBe(0);
  await limits.refresh(1);
  expect(limits.free()).toBeGreaterThan(0);
  expect(limits.begin({ userId: 7, callId: 5 })).toMatchObject({ shard: 32 });
  // There is room, so it reads again after a second only.
  await limits.refresh(2);
  expect(read).toEqual([0, 1]);
});

it('finds a slot for a call that is not dialled in any partition, and none where all are full', async () => {
  const { live, read } = twoPartitions();
  await expect(findCallSlot(live, { userId: 7, callId: 4 })).resolves.toMatchObject({ shard: 32 });
  expect(read).toEqual([0, 1]);
  await expect(findCallSlot({ ...live, atOnce: { total: 1536 } }, { userId: 7, callId: 4 })).resolves.toBe('full');
  await expect(findCallSlot({ ...live, atOnce: {} }, { userId: 7, callId: 4 })).resolves.toBeUndefined();
});

it('counts what begins, leaves out a slot that another call has taken, and knows none before it has read', async () => {
  const live: LiveCalls = { atOnce: { perUser: 65 }, read: async () => [] };
  const limits = limitConversations(live);
  expect([limits.free(), limits.hasRoom(7)]).toEqual([0, false]);
  expect(() => limits.begin({ userId: 7, callId: 1 })).toThrow('there is no slot for a call of user 7');
  await limits.refresh(0);
  expect(limits.free()).toBe(Number.POSITIVE_INFINITY);
  // 65 calls in 64 shards, half of which are in this partition.
  let begun = 0;
  for (; limits.hasRoom(7); begun += 1) limits.begin({ userId: 7, callId: begun });
  expect([begun >= 32 && begun <= 33, limits.hasRoom(8)]).toEqual([true, true]);
  for (let callId = 0; limits.hasRoom(8); callId += 1) limits.refuse(limits.begin({ userId: 8, callId })!);
  expect(limits.free()).toBe(0);
});

it('reads at most 9 units at once, with 14,000 live calls', async () => {
  await emptyTable(table);
  const { client, read } = createMeter(table.client());
  const real = { client, tableName: table.tableName };
  for (let shard = 0; shard < 64; shard += 1) {
    const users = Array.from({ length: 48 }, (_, index) => [
      `u${100_000 + index}`,
      new Set([1_795_000_000_000_000 + shard * 48 + index]),
    ]);
    await put(real, { ...keys.liveCalls.shard(shard), live: 48, ...Object.fromEntries(users) });
  }
  read();
  const stored = await createDynamoDbLiveCalls(real, { total: 14_000 }).read(1);
  expect(stored.map(({ shard }) => shard)).toEqual(Array.from({ length: 32 }, (_, index) => 32 + index));
  expect(stored[0]?.calls.size).toBe(48);
  expect(read()).toMatchObject({ requests: 1, findUnits: expect.toSatisfy((units: number) => units <= 9) });
  // One unit to leave: the item is below 1 KB.
  await createDynamoDbCallStore(real).endConversation(
    buildCall({ userId: 100_000, id: 1_795_000_000_001_536, liveShard: 32 }),
  );
  expect(read().writeUnits).toBe(1);
});

// The last test of the file: the faults stay.
it('never has more calls than allowed, whatever pumps believe, under conflicts and lost answers', async () => {
  await emptyTable(table);
  const subject = onTable(20, 8);
  const users = [1, 2, 3, 4];
  for (const userId of users) await fund(subject, userId);
  const waiting: CallKey[] = [];
  for (let callId = 1; callId <= 60; callId += 1) waiting.push(await accept(subject, users[callId % 4]!, callId));
  conflictLikeAws(table.client(), { heldMs: 5, injected: 0.1 });
  const faults = injectFaults(table.client());
  const losses = Array.from({ length: 2000 }, (_, index) => (index % 7 === 0 ? ('lost answer' as const) : undefined));
  faults.next(...losses);
  // Six pumps that read before anything began, each with its own share of the calls.
  const pumps = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(async () => {
      const limits = limitConversations(subject.live);
      await limits.refresh(0);
      return limits;
    }),
  );
  const claimed: CallKey[] = [];
  await Promise.all(
    pumps.map(async (limits, pump) => {
      for (const key of waiting.filter(({ callId }) => callId % 6 === pump)) {
        if (!limits.hasRoom(key.userId)) continue;
        const callSlot = limits.begin(key)!;
        const outcome = await subject.calls.claimDialling(entryOf(key), { at: 1, callSlot });
        if (outcome === 'claimed') claimed.push(key);
        else limits.refuse(callSlot);
        if (outcome === 'full') await limits.refresh(1);
      }
    }),
  );
  const live = async () => (await subject.live.read(0)).flatMap(({ calls }) => [...calls]);
  const counts = (await live()).map(([, ids]) => ids.size);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
  expect(Math.max(...counts)).toBeLessThanOrEqual(8);
  expect(claimed).toHaveLength(20);
  for (const key of claimed) {
    const call = (await subject.calls.get(key))!;
    await Promise.all([1, 2].map(() => subject.calls.endConversation(call)));
  }
  await expect(live()).resolves.toEqual([]);
});
