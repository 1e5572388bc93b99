import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#shared/platform/table/keys.ts';
import { put } from '#shared/platform/table/write.ts';
import { createDynamoDbDueWorkStore, DUE_WORK_SHARDS } from '#shared/platform/timer/dynamodb-due-work-store.ts';
import type { DueWork, DueWorkStore } from '#shared/platform/timer/timer.ts';
import { emptyTable } from '#test/stores/adapters.ts';
import { createMemoryDueWorkStore } from '#test/support/memory/platform.ts';
import { useTable } from '#test/support/table.ts';

const MINUTE = 60_000;
const now = Date.UTC(2026, 5, 30, 12);
const table = useTable();
const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const createDynamoDb = () => createDynamoDbDueWorkStore(table.real(), logger);

const workAt = (dueAt: number, callId = 1): DueWork => ({ dueAt, queue: 'check-call', message: { userId: 7, callId } });

const callOf = ({ message }: DueWork) => ('callId' in message ? message.callId : 0);
const keysOf = (map: ReadonlyMap<string, unknown>, start: string) =>
  [...map.keys()].filter((key) => key.startsWith(start));

async function storedItems() {
  const { Items = [] } = await table.client().send(new ScanCommand({ TableName: table.tableName }));
  return Items as Array<{ pk: string; sk: string }>;
}

async function drainAll(store: DueWorkStore, at: number): Promise<DueWork[]> {
  const released: DueWork[] = [];
  const count = await store.releaseDue(at, async (work) => void released.push(work));
  expect(released).toHaveLength(count);
  return released;
}

// The timers of all users share their minutes.
beforeEach(() => emptyTable(table));

describe.each([
  { adapter: 'memory', create: () => createMemoryDueWorkStore() },
  { adapter: 'dynamodb', create: createDynamoDb },
])('due work store on $adapter', ({ create }) => {
  it('releases what is due, once, and keeps the rest', async () => {
    const store = create();
    await store.add(workAt(now - 1, 1));
    await store.add(workAt(now, 2));
    await store.add(workAt(now + 1, 3));
    const first = await drainAll(store, now);
    expect(new Set(first.map(callOf))).toEqual(new Set([1, 2]));
    await expect(drainAll(store, now)).resolves.toEqual([]);
    await expect(drainAll(store, now + 1)).resolves.toEqual([workAt(now + 1, 3)]);
  });

  it('releases every minute of a long outage', async () => {
    const store = create();
    const dueTimes = [0, 1, 90, 26 * 60, 3 * 24 * 60].map((minutes) => now + minutes * MINUTE);
    for (const dueAt of dueTimes) await store.add(workAt(dueAt));
    const released = await drainAll(store, now + 3 * 24 * 60 * MINUTE + 1);
    expect(released.map((work) => work.dueAt).toSorted((one, other) => one - other)).toEqual(dueTimes);
  });

  it('releases work that is added for a minute already drained', async () => {
    const store = create();
    await store.add(workAt(now));
    await drainAll(store, now + 60 * MINUTE);
    await store.add(workAt(now + MINUTE, 5));
    await expect(drainAll(store, now + 61 * MINUTE)).resolves.toEqual([workAt(now + MINUTE, 5)]);
  });

  it('releases again what was not released, and the others all the same', async () => {
    const store = create();
    await store.add(workAt(now, 1));
    await store.add(workAt(now + 30 * MINUTE, 2));
    const at = now + 60 * MINUTE;
    const refuseFirst = async (work: DueWork) => {
      if (work.dueAt === now) throw new Error('the queue is away');
    };
    await expect(store.releaseDue(at, refuseFirst)).rejects.toThrow('1 due items were not released');
    await expect(drainAll(store, at + MINUTE)).resolves.toEqual([workAt(now, 1)]);
  });
});

describe('due work store on dynamodb alone', () => {
  it('keeps the same work for the same moment once', async () => {
    const store = createDynamoDb();
    await store.add(workAt(now));
    await store.add(workAt(now));
    await expect(drainAll(store, now)).resolves.toHaveLength(1);
  });

  it.each([
    { name: 'an unknown queue', item: { dueAt: now, queue: 'send-pigeon', message: { userId: 7, callId: 1 } } },
    { name: 'a message of another shape', item: { dueAt: now, queue: 'check-call', message: { userId: 'seven' } } },
  ])('logs $name, as a rollback leaves it behind, and puts it off by an hour', async ({ item }) => {
    const store = createDynamoDb();
    await store.add(workAt(now, 9));
    // Its shard has a cursor.
    const { pk } = (await storedItems()).find((one) => one.pk.startsWith('DUE#'))!;
    const shard = Number(pk.split('#')[1]);
    await table
      .client()
      .send(new PutCommand({ TableName: table.tableName, Item: { ...keys.due.work(shard, now, 'x'), ...item } }));
    logger.error.mockClear();
    await expect(drainAll(store, now)).resolves.toEqual([workAt(now, 9)]);
    expect(logger.error).toHaveBeenCalledOnce();
    const later = { ...item, ...keys.due.work(shard, now + 60 * MINUTE, 'x') };
    await expect(storedItems()).resolves.toMatchObject([later, keys.due.cursor(shard)]);
    await drainAll(store, now + 60 * MINUTE - 1);
    await expect(storedItems()).resolves.toMatchObject([later, keys.due.cursor(shard)]);
  });

  it('is stored in eight shards, each of which one worker releases', async () => {
    const store = createDynamoDb();
    const ids = Array.from({ length: 200 }, (_, index) => index);
    await Promise.all(ids.map((callId) => store.add(workAt(now, callId))));
    const partitions = Map.groupBy(await storedItems(), ({ pk }) => pk);
    const shares = keysOf(partitions, 'DUE#').map((pk) => partitions.get(pk)!.length);
    expect(shares).toHaveLength(DUE_WORK_SHARDS);
    // 25 each by the mean; a shard without a hash of its own would have all.
    expect(Math.max(...shares)).toBeLessThan(50);
    const released = await Promise.all(
      [0, 1, 2, 3].map(async (worker) => {
        const own: DueWork[] = [];
        await store.releaseDue(now, async (work) => void own.push(work), { worker, workers: 4 });
        return own.map(callOf);
      }),
    );
    expect(released.flat().toSorted((one, other) => one - other)).toEqual(ids);
    expect(released.every((own) => own.length > 0)).toBe(true);
    await expect(drainAll(store, now)).resolves.toEqual([]);
  });

  it('gives up what it does not know two weeks after it was due', async () => {
    const store = createDynamoDb();
    const cursor = { ...keys.due.cursor(0), minute: Math.floor(now / MINUTE) };
    const dueAt = now - 14 * 24 * 60 * MINUTE;
    const unknown = { ...keys.due.work(0, now, 'x'), dueAt, queue: 'send-pigeon', message: {} };
    for (const Item of [cursor, unknown]) await put(table.real(), Item);
    await expect(drainAll(store, now)).resolves.toEqual([]);
    await expect(storedItems()).resolves.toMatchObject([keys.due.cursor(0)]);
  });

  it('keeps in its shard what was not released, and releases the rest of the batch', async () => {
    const store = createDynamoDb();
    for (let callId = 0; callId < 40; callId += 1) await store.add(workAt(now, callId));
    const refused = [3, 17, 33];
    const tried = store.releaseDue(now, async (work) => {
      if (refused.includes(callOf(work))) throw new Error('the queue is away');
    });
    await expect(tried).rejects.toThrow('3 due items were not released');
    expect((await drainAll(store, now)).map(callOf).toSorted((one, other) => one - other)).toEqual(refused);
  });
});
