import { describe, expect, it } from 'vitest';
import { createDynamoDbDoNotCallStore } from '#shared/campaigns/dynamodb-do-not-call-store.ts';
import { createMemoryDoNotCallStore } from '#test/support/memory/campaigns.ts';
import { buildDoNotCallEntry } from '#test/support/builders.ts';
import { adapters } from '#test/stores/adapters.ts';

const everything = { page: 1, perPage: 100 };

describe.each(adapters(() => createMemoryDoNotCallStore(), createDynamoDbDoNotCallStore))(
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

    it('leaves a number that came from elsewhere than the source named', async () => {
      const store = create();
      const entry = buildDoNotCallEntry({ userId: 7, source: 'call' });
      await store.add(entry);
      await expect(store.remove(7, entry.phoneNumber, 'sms')).resolves.toBe('not_found');
      await expect(store.remove(7, entry.phoneNumber, 'call')).resolves.toBe('removed');
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
