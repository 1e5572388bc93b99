import * as v from 'valibot';
import { beforeAll, expect, it } from 'vitest';
import { expr } from '#shared/platform/table/expressions.ts';
import { batchRead, query, queryPart, read } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';
import { injectFaults, named } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const emulator = useTable();
const Numbered = v.object({ number: v.number() });
const partition = 'READS';
const key = (number: number) => ({ pk: partition, sk: String(number).padStart(3, '0') });
const table = () => ({ client: emulator.client(), tableName: emulator.tableName });

beforeAll(async () => {
  // 120 items of 10 KB are two pages.
  const numbers = Array.from({ length: 120 }, (_, number) => number);
  await Promise.all(numbers.map((number) => put(table(), { ...key(number), number, text: 'x'.repeat(10_000) })));
});

it('returns one item by its schema, or undefined', async () => {
  await expect(read(table(), key(7), Numbered)).resolves.toEqual({ number: 7 });
  await expect(read(table(), key(700), Numbered)).resolves.toBeUndefined();
  await expect(read(table(), key(7), v.object({ number: v.string() }))).rejects.toThrow('Invalid type');
});

it('returns every page of a partition, in both orders', async () => {
  const faults = injectFaults(emulator.client());
  faults.next();
  const all = await query(table(), { partition }, Numbered);
  expect(faults.requests()).toBe(2);
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 120 }, (_, number) => number));
  const newest = await query(table(), { partition, newestFirst: true }, Numbered);
  expect(newest).toEqual(all.toReversed());
});

it('returns a range of sort keys, filtered, up to a limit', async () => {
  const numbers = async (wanted: object) =>
    (await query(table(), { partition, ...wanted }, Numbered)).map(({ number }) => number);
  await expect(numbers({ where: expr`sk BETWEEN ${'004'} AND ${'006'}` })).resolves.toEqual([4, 5, 6]);
  await expect(numbers({ where: expr`begins_with(sk, ${'11'})`, limit: 2 })).resolves.toEqual([110, 111]);
  await expect(numbers({ where: expr`sk < ${'005'}`, filter: expr`number > ${2}` })).resolves.toEqual([3, 4]);
  await expect(numbers({ limit: 115 })).resolves.toHaveLength(115);
});

it('tells whether there are items beyond a limit', async () => {
  const where = expr`sk >= ${'118'}`;
  await expect(queryPart(table(), { partition, where, limit: 1 }, Numbered)).resolves.toMatchObject({ isAll: false });
  await expect(queryPart(table(), { partition, where, limit: 3 }, Numbered)).resolves.toMatchObject({ isAll: true });
});

it('reads more keys at once than one request takes, and those that DynamoDB left unprocessed again', async () => {
  const faults = injectFaults(emulator.client());
  faults.next('unprocessed', undefined, 'unprocessed');
  const wanted = Array.from({ length: 121 }, (_, number) => key(number));
  const found = await batchRead(table(), wanted);
  expect(wanted.map((one) => found.get(one, Numbered)?.number)).toEqual([
    ...Array.from({ length: 120 }, (_, number) => number),
    undefined,
  ]);
  expect(faults.requests()).toBeGreaterThan(3);
});

it.each(['ThrottlingException', 'ProvisionedThroughputExceededException'])('repeats after %s', async (name) => {
  const faults = injectFaults(emulator.client());
  faults.next(named(name), named(name));
  await expect(read(table(), key(7), Numbered)).resolves.toEqual({ number: 7 });
  faults.next(named(name));
  await expect(query(table(), { partition, limit: 1 }, Numbered)).resolves.toHaveLength(1);
  faults.next(named(name));
  expect((await batchRead(table(), [key(3)])).get(key(3), Numbered)).toEqual({ number: 3 });
});
