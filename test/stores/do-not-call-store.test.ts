import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { DoNotCallStore } from '#shared/campaigns/do-not-call.ts';
import { createDynamoDbDoNotCallStore } from '#shared/campaigns/dynamodb-do-not-call-store.ts';
import { createMemoryDoNotCallStore } from '#test/support/memory/campaigns.ts';
import { buildDoNotCallEntry } from '#test/support/builders.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { useTable } from '#test/support/table.ts';
import { adapters } from '#test/stores/adapters.ts';

const table = useTable();
const onTable = (real: Table) => createDynamoDbDoNotCallStore(real, async () => ['current key', 'previous key']);
const everything = { page: 1, perPage: 100 };

describe.each(adapters(() => createMemoryDoNotCallStore(), onTable, table))(
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

    it('lists page after page, newest first and by number within a moment', async () => {
      const store = create();
      const number = (index: number) => `+1202555${String(index).padStart(4, '0')}`;
      for (const [index, createdAt] of [30, 10, 20, 20, 40].entries()) {
        await store.add(buildDoNotCallEntry({ userId: 8, phoneNumber: number(index), createdAt }));
      }
      const page = async (wanted: number) => {
        const { rows, total } = await store.list(8, { page: wanted, perPage: 2 });
        return [total, ...rows.map((row) => row.phoneNumber)];
      };
      await expect(page(1)).resolves.toEqual([5, number(4), number(0)]);
      await expect(page(2)).resolves.toEqual([5, number(2), number(3)]);
      await expect(page(3)).resolves.toEqual([5, number(1)]);
      await expect(page(4)).resolves.toEqual([5]);
    });
  },
);

describe('an erased number on the table', () => {
  const real = () => ({ client: table.client(), tableName: table.tableName });

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
