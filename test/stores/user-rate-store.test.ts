import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createRecordId } from '#shared/platform/ids.ts';
import { perMinute } from '#shared/platform/rate-limit.ts';
import { createDynamoDbUserRateStore, shareName, type UserBucket } from '#shared/platform/user-rate.ts';
import { adapters } from '#test/stores/adapters.ts';
import { createMemoryUserRateStore } from '#test/support/memory/platform.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const now = Date.UTC(2026, 5, 30);
let lastUser = 0;
const newUser = () => (lastUser += 1);

describe.each(adapters(createMemoryUserRateStore, createDynamoDbUserRateStore, table))(
  'user rate store on $adapter',
  ({ create }) => {
    it('allows a token nine tenths of the burst, another one the rest, then one request each interval', async () => {
      const store = create();
      const userId = newUser();
      const limit = perMinute(60, 10);
      let known: UserBucket | undefined;
      const take = async (name: string, ms = 0) => {
        const { isAllowed, bucket } = await store.take(userId, name, limit, now + ms, known);
        known = bucket;
        return [isAllowed, bucket.fullAt - now];
      };
      for (let index = 1; index <= 9; index += 1) expect(await take('t1')).toEqual([true, index * 1000]);
      expect(await take('t1')).toEqual([false, 9000]);
      expect(await take('t2')).toEqual([true, 10_000]);
      expect(await take('t2')).toEqual([false, 10_000]);
      expect(await take('t1', 1000)).toEqual([false, 10_000]);
      expect(await take('t2', 1000)).toEqual([false, 10_000]);
      expect(await take('t1', 2000)).toEqual([true, 11_000]);
      // The share of one of two tokens is 27 requests a minute, one in 2.2 s.
      expect(await take('t2', 2222)).toEqual([false, 11_000]);
      expect(await take('t2', 2223)).toEqual([true, 12_000]);
      expect(await take('t1', 2223)).toEqual([false, 12_000]);
      expect(await take('t1', 60_000)).toEqual([true, 61_000]);
    });

    it('allows no more than the burst to tokens of one user that ask at once and know nothing', async () => {
      const store = create();
      const userId = newUser();
      const limit = perMinute(60, 3);
      const asking = Array.from({ length: 20 }, (_, index) => store.take(userId, `t${index}`, limit, now));
      expect((await Promise.all(asking)).filter(({ isAllowed }) => isAllowed)).toHaveLength(3);
      await expect(store.take(newUser(), 't1', limit, now)).resolves.toMatchObject({ isAllowed: true });
    });

    it('gives each of many tokens that flood the same part, and all of them the rate of the user', async () => {
      const store = create();
      const userId = newUser();
      const limit = perMinute(600, 20);
      const known = new Map<string, UserBucket>();
      const counts = new Map<string, number>();
      const names = ['t1', 't2', 't3', 't4'];
      for (let ms = 0; ms < 15_000; ms += 100) {
        for (const name of names) {
          const { isAllowed, bucket } = await store.take(userId, name, limit, now + ms, known.get(name));
          known.set(name, bucket);
          if (isAllowed && ms >= 5000) counts.set(name, (counts.get(name) ?? 0) + 1);
        }
      }
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      expect(total).toBeLessThanOrEqual(102);
      expect(total).toBeGreaterThanOrEqual(96);
      for (const name of names) expect(counts.get(name) ?? 0).toBeGreaterThanOrEqual(20);
    });
  },
);

it('keeps the bucket of a user below 1 KB with 50 tokens in use, and forgets those that are idle', async () => {
  const real = table.real();
  const store = createDynamoDbUserRateStore(real);
  const userId = newUser();
  const limit = perMinute(6000, 1000);
  const names = Array.from({ length: 50 }, (_, index) => shareName(createRecordId(now + index, () => 0.5)));
  let known: UserBucket | undefined;
  for (const name of names) known = (await store.take(userId, name, limit, now, known)).bucket;
  const Key = { pk: `RATE_LIMIT#USER#${userId}`, sk: 'BUCKET' };
  const stored = async () => (await real.client.send(new GetCommand({ TableName: real.tableName, Key }))).Item ?? {};
  // A number takes a byte for two digits, and one more.
  const bytesOf = (value: unknown) =>
    typeof value === 'number' ? Math.ceil(String(value).length / 2) + 1 : String(value).length;
  const bytes = Object.entries(await stored()).reduce((sum, [name, value]) => sum + name.length + bytesOf(value), 0);
  expect(bytes).toBeLessThan(1024 * 0.9);
  expect(Object.keys(await stored())).toHaveLength(50 + 4);
  await store.take(userId, names[0]!, limit, now + 180_000, known);
  expect(Object.keys(await stored())).toEqual(expect.arrayContaining([names[0], 'fullAt', 'expiresAt']));
  expect(Object.keys(await stored())).toHaveLength(1 + 4);
});
