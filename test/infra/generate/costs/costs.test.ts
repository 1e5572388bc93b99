import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { itemBytes, readUnits, writeUnits } from '#infra/cloud/call-units/item-size.ts';
import { sizes } from '#infra/cloud/call-units/typical-call.ts';
import { costTable, monthlyCosts, totalOf, volumes } from '#infra/generate/costs/cost-table.ts';

const guide = resolve(import.meta.dirname, '../../../../docs/guide.md');

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
});

describe('the monthly costs', () => {
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
