import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDynamoDbDueWorkStore } from '#shared/platform/timer/dynamodb-due-work-store.ts';
import { createMemoryDueWorkStore } from '#test/support/memory/platform.ts';
import type { DueWork, DueWorkStore } from '#shared/platform/timer/due-work.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { emptyTable } from '#test/stores/adapters.ts';
import { useTable } from '#test/support/table.ts';

const MINUTE = 60_000;
const now = Date.UTC(2026, 5, 30, 12);
const table = useTable();
const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const createDynamoDb = () => createDynamoDbDueWorkStore({ client: table.client(), tableName: table.tableName }, logger);

const workAt = (dueAt: number, callId = 1): DueWork => ({ dueAt, queue: 'check-call', message: { userId: 7, callId } });

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
    expect(first.map((work) => work.message)).toEqual([
      { userId: 7, callId: 1 },
      { userId: 7, callId: 2 },
    ]);
    await expect(drainAll(store, now)).resolves.toEqual([]);
    await expect(drainAll(store, now + 1)).resolves.toEqual([workAt(now + 1, 3)]);
  });

  it('releases every minute of a long outage', async () => {
    const store = create();
    const dueTimes = [0, 1, 90, 26 * 60, 3 * 24 * 60].map((minutes) => now + minutes * MINUTE);
    for (const dueAt of dueTimes) await store.add(workAt(dueAt));
    const released = await drainAll(store, now + 3 * 24 * 60 * MINUTE + 1);
    expect(released.map((work) => work.dueAt)).toEqual(dueTimes);
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
  ])('logs and removes $name', async ({ item }) => {
    const store = createDynamoDb();
    await store.add(workAt(now, 9));
    await table
      .client()
      .send(new PutCommand({ TableName: table.tableName, Item: { ...keys.dueWork(now, 'x'), ...item } }));
    logger.error.mockClear();
    await expect(drainAll(store, now)).resolves.toEqual([workAt(now, 9)]);
    expect(logger.error).toHaveBeenCalledOnce();
    const { Items } = await table.client().send(new ScanCommand({ TableName: table.tableName }));
    expect(Items).toMatchObject([keys.dueCursor()]);
  });
});
