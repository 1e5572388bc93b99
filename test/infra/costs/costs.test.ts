import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { costTable, monthlyCosts, totalOf, volumes } from '#infra/costs/cost-table.ts';
import { itemBytes, readUnits, writeUnits } from '#infra/costs/item-size.ts';
import { callReadUnits, callWriteUnits, lifeCycle } from '#infra/costs/life-cycle.ts';
import { keptBytes, sizes } from '#infra/costs/typical-call.ts';
import { monthlyUsage } from '#infra/costs/usage.ts';

const guide = resolve(import.meta.dirname, '../../../docs/guide.md');

describe('the size of an item', () => {
  it.each([
    { item: { a: 'bcd' }, bytes: 4 },
    { item: { a: 'ü' }, bytes: 3 },
    { item: { n: 1 }, bytes: 3 },
    { item: { n: 1_795_235_722_135 }, bytes: 9 },
    { item: { n: 25_000_000 }, bytes: 3 },
    { item: { b: true, z: null }, bytes: 4 },
    { item: { gone: undefined }, bytes: 0 },
    { item: { l: ['a', 'b'] }, bytes: 8 },
    { item: { m: { a: 'b' } }, bytes: 7 },
  ])('of $item is $bytes', ({ item, bytes }) => {
    expect(itemBytes(item)).toBe(bytes);
  });

  it('is paid by the started kilobyte when written, by four when read', () => {
    expect([1, 1024, 1025].map(writeUnits)).toEqual([1, 1, 2]);
    expect([1, 4096, 4097].map(readUnits)).toEqual([1, 1, 2]);
  });
});

describe('the life of a call', () => {
  it('changes a head that fits one write unit', () => {
    expect(sizes.head).toBeLessThanOrEqual(1024);
  });

  it('adds up', () => {
    const { writes, transaction } = lifeCycle.find(({ what }) => what === 'make-call')!;
    expect({ writes, transaction }).toEqual({ writes: [], transaction: ['wallet', 'head', 'configuration'] });
    expect(callWriteUnits).toBeGreaterThan(20);
    expect(callReadUnits).toBeGreaterThan(20);
    expect(keptBytes).toBeGreaterThan(sizes.head + sizes.body);
  });
});

describe('the monthly costs', () => {
  it('without calls are those of what waits', () => {
    expect(monthlyUsage(0)).toMatchObject({
      tableGb: 0,
      httpRequests: 0,
      socketMessages: 0,
      secretReads: 0,
      metric: 0,
    });
  });

  it('grow with the calls, in every service or not at all', () => {
    const [none, some, many] = volumes.map((calls) => monthlyCosts(calls));
    for (const service of Object.keys(none!)) {
      expect(some![service]).toBeGreaterThanOrEqual(none![service]!);
      expect(many![service]).toBeGreaterThanOrEqual(some![service]!);
    }
    expect(totalOf(many!)).toBeGreaterThan(totalOf(some!));
  });

  it('stand in the guide as they are: npm run costs writes them', async () => {
    await expect(readFile(guide, 'utf8')).resolves.toContain(costTable());
  });
});
