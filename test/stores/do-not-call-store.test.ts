import { QueryCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { DoNotCallEntry, DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import { createDynamoDbDoNotCallStore } from '#shared/do-not-call/dynamodb-do-not-call-store.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { blockSizes, noIndex, renewIndex } from '#shared/platform/table/page-index-blocks.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { putAll, transact } from '#shared/platform/table/write.ts';
import { createMeter } from '#test/bench/meter.ts';
import { adapters, newUserId } from '#test/stores/adapters.ts';
import { buildDoNotCallEntry } from '#test/support/builders.ts';
import { createRandom } from '#test/support/fakes.ts';
import { createMemoryDoNotCallStore } from '#test/support/memory/campaigns.ts';
import { withSend } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const onTable = (real: Table) => createDynamoDbDoNotCallStore(real, async () => ['current key', 'previous key']);
/** Many blocks of few numbers. */
const onSmallBlocks = (real: Table) =>
  createDynamoDbDoNotCallStore(real, async () => ['current key'], { newest: 3, block: 5 });
const everything = { page: 1, perPage: 100 };
const JULY = Date.UTC(2026, 6, 1);
const number = (index: number) => `+1202555${String(index).padStart(4, '0')}`;

describe.each(adapters(() => createMemoryDoNotCallStore(), onSmallBlocks, table))(
  'do-not-call store on $adapter',
  ({ create }) => {
    it('has what was added, for its user alone', async () => {
      const store = create();
      const entry = buildDoNotCallEntry({ userId: 1, reason: 'asked us to' });
      await expect(store.add(entry)).resolves.toBe('added');
      await expect(store.has(1, entry.phoneNumber)).resolves.toBe(true);
      await expect(store.get(1, entry.phoneNumber)).resolves.toEqual(entry);
      await expect(store.has(2, entry.phoneNumber)).resolves.toBe(false);
      await expect(store.list(2, everything)).resolves.toEqual({ rows: [], total: 0 });
    });

    it('keeps the first entry of a number', async () => {
      const store = create();
      const first = buildDoNotCallEntry({ userId: 3, source: 'sms' });
      await store.add(first);
      await expect(store.add({ ...first, source: 'api', reason: 'again' })).resolves.toBe('exists');
      await expect(store.get(3, first.phoneNumber)).resolves.toEqual(first);
    });

    it('adds a number once, however many ask at once', async () => {
      const store = create();
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => store.add(buildDoNotCallEntry({ userId: 4 }))),
      );
      expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
    });

    it('takes a number off, once', async () => {
      const store = create();
      const entry = buildDoNotCallEntry({ userId: 5 });
      await store.add(entry);
      await expect(store.remove(6, entry.phoneNumber)).resolves.toBe('not_found');
      await expect(store.remove(5, entry.phoneNumber)).resolves.toBe('removed');
      await expect(store.remove(5, entry.phoneNumber)).resolves.toBe('not_found');
      await expect(store.has(5, entry.phoneNumber)).resolves.toBe(false);
    });

    it('refuses an erased number still, and does not show it', async () => {
      const store = create();
      const entry = buildDoNotCallEntry({ userId: 15, reason: 'Ada asked' });
      await expect(store.erase(15, entry.phoneNumber)).resolves.toBe('not_listed');
      await store.add(entry);
      for (const _ of [1, 2]) await expect(store.erase(15, entry.phoneNumber)).resolves.toBe('erased');
      await expect(store.has(15, entry.phoneNumber)).resolves.toBe(true);
      await expect(store.hasErased(15, entry.phoneNumber)).resolves.toBe(true);
      await expect(store.hasErased(16, entry.phoneNumber)).resolves.toBe(false);
      await expect(store.has(16, entry.phoneNumber)).resolves.toBe(false);
      await expect(store.has(15, '+12025550199')).resolves.toBe(false);
      await expect(store.get(15, entry.phoneNumber)).resolves.toBeUndefined();
      await expect(store.list(15, everything)).resolves.toEqual({ rows: [], total: 0 });
      await expect(store.remove(15, entry.phoneNumber)).resolves.toBe('removed');
      await expect(store.has(15, entry.phoneNumber)).resolves.toBe(false);
    });

    it.each([
      { source: 'sms' as const, has: false },
      { source: 'api' as const, has: true },
    ])('lists an erased number of source $source after a START: $has', async ({ source, has }) => {
      const store = create();
      const userId = source === 'sms' ? 17 : 18;
      const entry = buildDoNotCallEntry({ userId, source });
      await store.add(entry);
      await store.erase(userId, entry.phoneNumber);
      const start = { userId, phoneNumber: entry.phoneNumber, wish: 'start' as const, messageId: 'SM1', sentAt: 5 };
      await expect(store.applyOptOut(start, 6)).resolves.toBe('applied');
      await expect(store.has(userId, entry.phoneNumber)).resolves.toBe(has);
    });

    it('refuses an erased number still after a START before its last STOP is replayed', async () => {
      const store = create();
      const ofAda = { userId: 19, phoneNumber: '+12025550178' };
      const start = { ...ofAda, wish: 'start' as const, messageId: 'SM1', sentAt: 1000 };
      await store.applyOptOut(start, 1000);
      await store.applyOptOut({ ...ofAda, wish: 'stop', messageId: 'SM2', sentAt: 2000 }, 2000);
      await store.erase(19, ofAda.phoneNumber);
      await store.applyOptOut(start, 3000);
      await expect(store.has(19, ofAda.phoneNumber)).resolves.toBe(true);
      await expect(store.applyOptOut({ ...start, messageId: 'SM3', sentAt: 4000 }, 4000)).resolves.toBe('applied');
      await expect(store.has(19, ofAda.phoneNumber)).resolves.toBe(false);
    });

    const phoneNumber = '+12025550177';
    const texting = (store: DoNotCallStore, userId: number) => ({
      text: (wish: 'stop' | 'start', sentAt: number, messageId = `${wish}-${sentAt}`) =>
        store.applyOptOut({ userId, phoneNumber, wish, messageId, sentAt }, sentAt + 1),
      source: async () => (await store.get(userId, phoneNumber))?.source ?? 'none',
    });

    it('applies STOP and START by their dates, each once: an old one that is replayed changes nothing', async () => {
      const { text, source } = texting(create(), 7);
      const story: Array<[Parameters<typeof text>, string, string]> = [
        [['stop', 10], 'applied', 'sms'],
        [['stop', 10], 'repeated', 'sms'],
        [['start', 20], 'applied', 'none'],
        [['stop', 10], 'outdated', 'none'],
        [['start', 20], 'repeated', 'none'],
        [['stop', 20], 'applied', 'sms'],
        [['start', 20], 'outdated', 'sms'],
        [['start', 15], 'outdated', 'sms'],
        [['start', 30], 'applied', 'none'],
      ];
      for (const [words, outcome, after] of story) {
        expect([words, await text(...words), await source()]).toEqual([words, outcome, after]);
      }
    });

    it('keeps on STOP and START an entry of another source, and remembers the message', async () => {
      const store = create();
      const { text, source } = texting(store, 9);
      await store.add(buildDoNotCallEntry({ userId: 9, phoneNumber, source: 'call', createdAt: 5 }));
      expect([await text('stop', 10), await source()]).toEqual(['applied', 'call']);
      expect([await text('start', 20), await source()]).toEqual(['applied', 'call']);
      expect(await store.get(9, phoneNumber)).toMatchObject({ createdAt: 5 });
      await store.remove(9, phoneNumber);
      expect([await text('stop', 10), await source()]).toEqual(['outdated', 'none']);
    });

    it('never loses a STOP to a START of the same moment or before, in any order', async () => {
      const store = create();
      for (const userId of [11, 12, 13, 14]) {
        const { text, source } = texting(store, userId);
        await Promise.all([text('start', 20), text('stop', 20), text('start', 19), text('stop', 18)]);
        expect(await source()).toBe('sms');
      }
    });

    it('lists page after page, newest first', async () => {
      const store = create();
      for (const [index, minute] of [30, 10, 20, 25, 40].entries()) {
        await store.add(
          buildDoNotCallEntry({ userId: 8, phoneNumber: number(index), createdAt: JULY + minute * 60_000 }),
        );
      }
      const page = async (wanted: number) => {
        const { rows, total } = await store.list(8, { page: wanted, perPage: 2 });
        return [total, ...rows.map((row) => row.phoneNumber)];
      };
      await expect(page(1)).resolves.toEqual([5, number(4), number(0)]);
      await expect(page(2)).resolves.toEqual([5, number(3), number(2)]);
      await expect(page(3)).resolves.toEqual([5, number(1)]);
      await expect(page(4)).resolves.toEqual([5]);
    });

    it('lists each number once, whatever was added, texted, removed and erased', async () => {
      const store = create();
      const userId = newUserId();
      const random = createRandom(1);
      const listed = new Map<string, number>();
      for (let step = 0; step < 200; step += 1) {
        const phoneNumber = number(random.below(60));
        const createdAt = JULY + (random.chance(0.2) ? random.below(step + 1) : step) * 1000;
        const text = (wish: 'stop' | 'start') =>
          store.applyOptOut({ userId, phoneNumber, wish, messageId: `SM${step}`, sentAt: createdAt }, createdAt);
        const changes = [
          () => store.add(buildDoNotCallEntry({ userId, phoneNumber, createdAt })),
          () => store.add(buildDoNotCallEntry({ userId, phoneNumber, createdAt })),
          () => text('stop'),
          () => text('start'),
          () => store.remove(userId, phoneNumber),
          () => store.erase(userId, phoneNumber),
        ];
        await random.pick(changes)();
        const entry = await store.get(userId, phoneNumber);
        if (entry) listed.set(phoneNumber, entry.createdAt);
        else listed.delete(phoneNumber);
        if (step % 10 > 0) continue;
        const { rows, total } = await store.list(userId, everything);
        expect(new Map(rows.map((row) => [row.phoneNumber, row.createdAt]))).toEqual(listed);
        expect([total, rows.length]).toEqual([listed.size, listed.size]);
        const times = rows.map((row) => row.createdAt);
        expect(times).toEqual(times.toSorted((one, other) => other - one));
        const behind = rows.slice(Math.ceil(rows.length / 2));
        const beforeId = (behind[0]?.id ?? 0) + 1;
        await expect(store.list(userId, { ...everything, beforeId })).resolves.toEqual({
          rows: behind,
          total: behind.length,
        });
      }
    });

    it('loses none of many that opt out at once', async () => {
      const store = create();
      const userId = newUserId();
      const numbers = Array.from({ length: 32 }, (_, index) => number(index));
      const text = (phoneNumber: string, wish: 'stop' | 'start', sentAt: number) =>
        store.applyOptOut({ userId, phoneNumber, wish, messageId: `${wish} ${phoneNumber}`, sentAt }, sentAt);
      await Promise.all(numbers.map((phoneNumber) => text(phoneNumber, 'stop', JULY)));
      await expect(store.list(userId, everything)).resolves.toMatchObject({ total: 32 });
      await Promise.all(numbers.slice(0, 20).map((phoneNumber) => text(phoneNumber, 'start', JULY + 1000)));
      const { rows, total } = await store.list(userId, everything);
      expect(rows.map((row) => row.phoneNumber).toSorted()).toEqual(numbers.slice(20));
      expect(total).toBe(12);
    });
  },
);

const { real } = table;

describe('what a list of 20,000 numbers costs', () => {
  it(
    'is at most 20 read units a page, at any depth, and nothing of what dialling reads',
    { timeout: 120_000 },
    async () => {
      const userId = newUserId();
      const entries = Array.from({ length: 20_000 }, (_, index) =>
        buildDoNotCallEntry({ userId, phoneNumber: `+1${2_020_000_000 + index}`, createdAt: JULY + index * 1000 }),
      );
      const asked = [1, 2, 100, 199, 200];
      await storeIndexed(
        userId,
        entries,
        asked.flatMap((page) => pageOf(entries, page)),
      );
      const meter = createMeter(table.client());
      const partitions: string[] = [];
      const store = onTable({ client: recordPartitions(meter.client, partitions), tableName: table.tableName });
      for (const page of asked) {
        const { rows, total } = await store.list(userId, { page, perPage: 100 });
        const { findUnits, rowUnits, depth } = meter.read();
        expect({ page, total, numbers: rows.map((row) => row.phoneNumber) }).toEqual({
          page,
          total: 20_000,
          numbers: pageOf(entries, page).map((entry) => entry.phoneNumber),
        });
        expect({ page, cheap: findUnits + rowUnits <= 20, depth }).toEqual({ page, cheap: true, depth: 3 });
      }
      expect(partitions).not.toContain(keys.doNotCall.partition(userId));
      await store.remove(userId, entries[7]!.phoneNumber);
      await store.add({ ...entries[7]!, createdAt: JULY + 1_000_000_000 });
      const { rows, total } = await store.list(userId, { page: 1, perPage: 1 });
      expect([total, rows[0]!.phoneNumber]).toEqual([20_000, entries[7]!.phoneNumber]);
      await expect(store.list(userId, { page: 200, perPage: 100 })).resolves.toMatchObject({ total: 20_000 });
    },
  );

  it('is 6 write units to add one, in one transaction', async () => {
    const userId = newUserId();
    const meter = createMeter(table.client());
    const store = onTable({ client: meter.client, tableName: table.tableName });
    // A millisecond each: an id that is taken is drawn again, in a second transaction.
    const add = (index: number) =>
      store.add(buildDoNotCallEntry({ userId, phoneNumber: number(index), createdAt: JULY + index }));
    for (let index = 0; index < 60; index += 1) await add(index);
    meter.read();
    await add(60);
    expect(meter.read()).toMatchObject({ writeUnits: 6, depth: 2 });
    await add(60);
    expect(meter.read()).toMatchObject({ writeUnits: 0, depth: 1 });
  });

  const pageOf = (entries: DoNotCallEntry[], page: number) => entries.toReversed().slice((page - 1) * 100, page * 100);

  /** As if they had been added one after the other: 20,000 transactions would take minutes. The whole ones are read. */
  async function storeIndexed(userId: number, entries: DoNotCallEntry[], whole: DoNotCallEntry[]): Promise<void> {
    const idOf = ({ createdAt }: DoNotCallEntry) => createRecordId(createdAt, () => 0);
    const rows = whole.map((entry) => ({ ...entry, id: idOf(entry) }));
    const items = rows.flatMap((row) => [
      { ...keys.doNotCall.key(userId, row.phoneNumber), ...row },
      { ...keys.doNotCallRow.key(userId, row.id), ...row },
    ]);
    await putAll(real(), items);
    const ids = entries.map(idOf);
    await transact(
      real(),
      renewIndex({ partition: keys.pageIndex.ofDoNotCall(userId) }, noIndex, { newest: ids, last: [] }, blockSizes),
    );
  }

  function recordPartitions(client: Table['client'], asked: string[]): Table['client'] {
    const send = (command: Parameters<Table['client']['send']>[0]) => {
      if (command instanceof QueryCommand) asked.push(...Object.values(command.input.ExpressionAttributeValues ?? {}));
      return client.send(command);
    };
    return withSend(client, send);
  }
});

it('a STOP that comes while its number is erased is not undone by an older START', async () => {
  const ofAda = { userId: newUserId(), phoneNumber: '+12025550178' };
  const store = onTable(real());
  await store.applyOptOut({ ...ofAda, wish: 'stop', messageId: 'SM1', sentAt: 1000 }, 1000);
  let isDone = false;
  const send = async (command: Parameters<Table['client']['send']>[0]) => {
    if (command instanceof TransactWriteCommand && !isDone) {
      isDone = true;
      await store.applyOptOut({ ...ofAda, wish: 'stop', messageId: 'SM3', sentAt: 3000 }, 3000);
    }
    return real().client.send(command);
  };
  const client = new Proxy(real().client, {
    get: (target, property, receiver) => (property === 'send' ? send : Reflect.get(target, property, receiver)),
  });
  await onTable({ ...real(), client }).erase(ofAda.userId, ofAda.phoneNumber);
  await store.applyOptOut({ ...ofAda, wish: 'start', messageId: 'SM2', sentAt: 2000 }, 4000);
  await expect(store.has(ofAda.userId, ofAda.phoneNumber)).resolves.toBe(true);
});

describe('entries that a release without page index has stored', () => {
  async function setup() {
    const userId = newUserId();
    const older = [0, 1, 2, 3].map((index) =>
      buildDoNotCallEntry({ userId, phoneNumber: number(index), source: 'sms', createdAt: JULY + index * 1000 }),
    );
    await putAll(
      real(),
      older.map((entry) => ({ ...keys.doNotCall.key(userId, entry.phoneNumber), ...entry })),
    );
    const store = onTable(real());
    const listed = async (page = 1, perPage = 100) => {
      const { rows, total } = await store.list(userId, { page, perPage });
      return [total, ...rows.map((row) => row.phoneNumber)];
    };
    const add = (index: number) =>
      store.add(buildDoNotCallEntry({ userId, phoneNumber: number(index), createdAt: JULY + 60_000 + index }));
    return { userId, store, listed, add };
  }

  it('stay listed, behind those that are added later', async () => {
    const { listed, add } = await setup();
    await expect(listed()).resolves.toEqual([4, number(3), number(2), number(1), number(0)]);
    await add(8);
    await add(9);
    await expect(listed()).resolves.toEqual([6, ...[9, 8, 3, 2, 1, 0].map(number)]);
    await expect(listed(1, 3)).resolves.toEqual([6, ...[9, 8, 3].map(number)]);
    await expect(listed(2, 3)).resolves.toEqual([6, ...[2, 1, 0].map(number)]);
  });

  it('have positions, also those of one moment', async () => {
    const { userId, store } = await setup();
    const same = [4, 5, 6, 7].map((index) =>
      buildDoNotCallEntry({ userId, phoneNumber: number(index), source: 'sms', createdAt: JULY }),
    );
    await putAll(
      real(),
      same.map((entry) => ({ ...keys.doNotCall.key(userId, entry.phoneNumber), ...entry })),
    );
    const seen: string[] = [];
    for (let beforeId: number | undefined; ;) {
      const { rows, total } = await store.list(userId, { page: 1, perPage: 3, beforeId });
      seen.push(...rows.map((row) => row.phoneNumber));
      beforeId = rows.at(-1)?.id;
      if (total <= 3) break;
    }
    expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(number));
    expect(seen.slice(0, 3)).toEqual([3, 2, 1].map(number));
  });

  it('enter the index when they are added again, and leave the list like others', async () => {
    const { userId, store, listed, add } = await setup();
    await expect(add(1)).resolves.toBe('exists');
    await expect(add(1)).resolves.toBe('exists');
    await expect(store.get(userId, number(1))).resolves.toMatchObject({ createdAt: JULY + 1000, source: 'sms' });
    await expect(listed()).resolves.toEqual([4, ...[3, 2, 1, 0].map(number)]);
    await expect(store.remove(userId, number(1))).resolves.toBe('removed');
    await expect(store.remove(userId, number(3))).resolves.toBe('removed');
    await expect(store.erase(userId, number(0))).resolves.toBe('erased');
    const start = { userId, phoneNumber: number(2), wish: 'start', messageId: 'SM1', sentAt: 5 } as const;
    await expect(store.applyOptOut(start, 6)).resolves.toBe('applied');
    await expect(listed()).resolves.toEqual([0]);
    await expect(store.has(userId, number(0))).resolves.toBe(true);
  });
});

describe('an erased number on the table', () => {
  it('is found by the key before a rotation, and not by another one', async () => {
    const entry = buildDoNotCallEntry({ userId: 30 });
    await onTable(real()).add(entry);
    await createDynamoDbDoNotCallStore(real(), async () => ['previous key']).erase(30, entry.phoneNumber);
    await expect(onTable(real()).has(30, entry.phoneNumber)).resolves.toBe(true);
    const stranger = createDynamoDbDoNotCallStore(real(), async () => ['another key']);
    await expect(stranger.has(30, entry.phoneNumber)).resolves.toBe(false);
  });

  it('leaves neither its digits nor its reason in any item', async () => {
    const entry = buildDoNotCallEntry({ userId: 31, phoneNumber: '+12025550143', reason: 'Ada asked' });
    const store = onTable(real());
    await store.applyOptOut(
      { userId: 31, phoneNumber: entry.phoneNumber, wish: 'stop', messageId: 'SM9', sentAt: 5 },
      6,
    );
    await store.erase(31, entry.phoneNumber);
    const { Items } = await table.client().send(new ScanCommand({ TableName: table.tableName }));
    expect(JSON.stringify(Items)).not.toMatch(/2025550143|Ada asked/);
  });

  it('needs no key for a user who has none', async () => {
    const store = createDynamoDbDoNotCallStore(real(), () => Promise.reject(new Error('the key was read')));
    await expect(store.has(32, '+12025550143')).resolves.toBe(false);
  });
});
