import { describe, expect, it } from 'vitest';
import { createDynamoDbRateStore, perMinute } from '#shared/platform/rate-limit.ts';
import { adapters } from '#test/stores/adapters.ts';
import { createMemoryRateStore } from '#test/support/memory/platform.ts';

const limit = perMinute(60, 3);
const now = Date.UTC(2026, 5, 30);
let last = 0;
const newBucket = () => `TEST#${(last += 1)}`;

describe.each(adapters(createMemoryRateStore, createDynamoDbRateStore))('rate store on $adapter', ({ create }) => {
  it('allows the burst, then one request each interval, and tells when the bucket is full', async () => {
    const store = create();
    const bucket = newBucket();
    const at = [0, 0, 0, 0, 999, 1000, 1000, 9000];
    const taken = [];
    let known: number | undefined;
    for (const ms of at) {
      const answer = await store.take(bucket, limit, now + ms, known);
      known = answer.fullAt;
      taken.push([answer.isAllowed, answer.fullAt - now]);
    }
    expect(taken).toEqual([
      [true, 1000],
      [true, 2000],
      [true, 3000],
      [false, 3000],
      [false, 3000],
      [true, 4000],
      [false, 4000],
      [true, 10_000],
    ]);
  });

  it('allows no more than the burst to instances that ask at once and know nothing', async () => {
    const store = create();
    const bucket = newBucket();
    const taken = await Promise.all(Array.from({ length: 20 }, () => store.take(bucket, limit, now)));
    expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(3);
  });

  it('puts back a part', async () => {
    const store = create();
    const bucket = newBucket();
    for (let index = 0; index < 3; index += 1) await store.take(bucket, limit, now);
    await store.refund(bucket, limit, 0.5);
    await expect(store.take(bucket, limit, now + 499)).resolves.toMatchObject({ isAllowed: false });
    await expect(store.take(bucket, limit, now + 500)).resolves.toMatchObject({ isAllowed: true });
  });
});
