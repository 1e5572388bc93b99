import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';
import { absent, allOf, attribute, expr, present, type Change } from '#shared/platform/table/expressions.ts';
import { query, read, untilDecided, type ItemKey, type Table } from '#shared/platform/table/table.ts';
import { put, remove, removeAll, transact, update, updateIf, type Write } from '#shared/platform/table/write.ts';
import { cancelled, injectFaults, named } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const emulator = useTable();
const Anything = v.record(v.string(), v.unknown());
let keysTaken = 0;

function setup() {
  const table = { client: emulator.client(), tableName: emulator.tableName };
  const faults = injectFaults(table.client);
  faults.next();
  const key = { pk: 'WRITES', sk: String((keysTaken += 1)) };
  return { table, faults, key, stored: () => read(table, key, Anything) };
}

afterEach(() => vi.restoreAllMocks());

it('one write puts and removes an item only under its condition', async () => {
  const { table, key, stored } = setup();
  await expect(put(table, { ...key, status: 'new' }, absent)).resolves.toBe(true);
  await expect(put(table, { ...key, status: 'other' }, absent)).resolves.toBe(false);
  await expect(remove(table, key, { status: ['other', 'old'] })).resolves.toBe(false);
  await expect(stored()).resolves.toMatchObject({ status: 'new' });
  await expect(remove(table, key, { status: ['new', 'old'] })).resolves.toBe(true);
  await expect(stored()).resolves.toBeUndefined();
});

it('one write sets, adds, drops and removes, whatever the attributes are called', async () => {
  const { table, key, stored } = setup();
  await put(table, { ...key, name: 'a', size: 1, list: [1], set: new Set([1, 2]), value: null, map: { 7: 'x' } });
  const changed = await update(table, key, {
    set: {
      name: 'b',
      list: expr`list_append(list, ${[2]})`,
      'map.8': 'y',
      total: expr`size + ${4}`,
      value: undefined,
    },
    add: { size: 2, count: 1 },
    drop: { set: new Set([1]) },
    remove: ['map.7'],
    condition: expr`attribute_exists(${attribute('map.7')}) AND NOT (size > ${1} OR value <> ${null})`,
  });
  expect(changed).toBe(true);
  await expect(stored()).resolves.toEqual({
    ...key,
    name: 'b',
    size: 3,
    count: 1,
    total: 5,
    list: [1, 2],
    set: new Set([2]),
    value: null,
    map: { 8: 'y' },
  });
});

it('one write returns the item after an update, or undefined when the condition failed', async () => {
  const { table, key } = setup();
  const schema = v.object({ status: v.string() });
  await expect(updateIf(table, key, schema, { set: { status: 'x' }, condition: present })).resolves.toBeUndefined();
  await expect(updateIf(table, key, schema, { set: { status: 'x' } })).resolves.toEqual({ status: 'x' });
});

it('one write removes many items, and those that DynamoDB left unprocessed again', async () => {
  const { table, faults } = setup();
  const keys = Array.from({ length: 30 }, (_, index) => ({ pk: 'MANY', sk: String(index) }));
  for (const key of keys) await put(table, key);
  faults.next('unprocessed', named('ThrottlingException'));
  await removeAll(table, keys);
  const left = await Promise.all(keys.map((key) => read(table, key, Anything)));
  expect(left.filter((item) => item !== undefined)).toEqual([]);
});

it('a transaction writes all or nothing, and names the writes whose condition failed', async () => {
  const { table, key, stored } = setup();
  const other = { ...key, sk: `${key.sk} other` };
  const third = { ...key, sk: `${key.sk} third` };
  const writes: Write[] = [
    { update: other, add: { count: 1 } },
    { put: { ...key, count: 1 }, condition: absent },
  ];
  await expect(transact(table, writes)).resolves.toEqual([]);
  await expect(transact(table, [...writes, { remove: third, condition: { count: 2 } }])).resolves.toEqual([1, 2]);
  await expect(transact(table, [{ remove: other, condition: { count: 1 } }])).resolves.toEqual([]);
  await expect(stored()).resolves.toMatchObject({ count: 1 });
});

it('a transaction counts once when its answer is lost and the SDK repeats it', async () => {
  const { table, faults, key, stored } = setup();
  faults.next('lost answer');
  await expect(transact(table, [{ update: key, add: { count: 1 } }])).resolves.toEqual([]);
  await expect(stored()).resolves.toMatchObject({ count: 1 });
});

it('a transaction counts once under one token, and twice without', async () => {
  const { table, key, stored } = setup();
  const writes: Write[] = [{ update: key, add: { count: 1 } }];
  await transact(table, writes, { token: `token ${key.sk}` });
  await transact(table, writes, { token: `token ${key.sk}` });
  await expect(stored()).resolves.toMatchObject({ count: 1 });
  await transact(table, writes);
  await expect(stored()).resolves.toMatchObject({ count: 2 });
});

const single = ['TransactionConflictException', 'ThrottlingException', 'ProvisionedThroughputExceededException'];

it.each(single)('a write among others is repeated after %s', async (name) => {
  const { table, faults, key, stored } = setup();
  faults.next(named(name), named(name), named(name));
  await expect(update(table, key, { set: { name } })).resolves.toBe(true);
  expect(faults.requests()).toBe(4);
  await expect(stored()).resolves.toMatchObject({ name });
});

it.each([
  { codes: ['TransactionConflict', 'None'] },
  { codes: ['None', 'ThrottlingError'] },
  { codes: ['ProvisionedThroughputExceeded', 'TransactionConflict'] },
])('a write among others is repeated after a transaction cancelled for $codes', async ({ codes }) => {
  const { table, faults, key, stored } = setup();
  faults.next(cancelled(...codes), cancelled(...codes), cancelled(...codes));
  await expect(transact(table, [{ update: key, add: { count: 1 } }])).resolves.toEqual([]);
  expect(faults.requests()).toBe(4);
  await expect(stored()).resolves.toMatchObject({ count: 1 });
});

it('a write among others is not repeated when its condition failed', async () => {
  const { table, faults, key } = setup();
  await expect(update(table, key, { set: { a: 1 }, condition: present })).resolves.toBe(false);
  expect(faults.requests()).toBe(1);
  faults.next();
  await expect(transact(table, [{ update: key, set: { a: 1 }, condition: present }])).resolves.toEqual([0]);
  expect(faults.requests()).toBe(1);
  faults.next(cancelled('TransactionConflict', 'ConditionalCheckFailed'));
  await expect(transact(table, [{ update: key, set: { a: 1 } }])).resolves.toEqual([1]);
  expect(faults.requests()).toBe(1);
});

it.each([cancelled('ValidationError'), cancelled('TransactionConflict', 'ValidationError'), named('AccessDenied')])(
  'a write among others is not repeated after %s',
  async (error) => {
    const { table, faults, key } = setup();
    faults.always(error);
    await expect(transact(table, [{ remove: key }])).rejects.toBe(error);
    await expect(remove(table, key)).rejects.toBe(error);
    expect(faults.requests()).toBe(2);
  },
);

it('a write among others is decided anew while other requests change what it read', async () => {
  const { table, key, stored } = setup();
  const attempts: number[] = [];
  await put(table, { ...key, count: 0 });
  const decided = await untilDecided(async () => {
    const count = Number((await stored())?.['count']);
    attempts.push(count);
    if (attempts.length < 3) await update(table, key, { add: { count: 1 } });
    return (await update(table, key, { set: { count: 100 }, condition: { count } })) ? count : undefined;
  });
  expect({ decided, attempts }).toEqual({ decided: 2, attempts: [0, 1, 2] });
});

it('a write among others is given up after six seconds', async () => {
  const { table, faults, key } = setup();
  let seconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (seconds += 1) * 1000);
  const conflict = named('TransactionConflictException');
  faults.always(conflict);
  await expect(remove(table, key)).rejects.toBe(conflict);
  expect(faults.requests()).toBeGreaterThan(5);
  expect(faults.requests()).toBeLessThan(9);
  await expect(untilDecided(async () => undefined)).rejects.toThrow('other requests');
});

it('a transaction whose answer was lost is given up as one that may have been written, and not as contention', async () => {
  const { table, faults, key } = setup();
  let seconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (seconds += 1) * 1000);
  const refused = cancelled('ThrottlingError');
  refused.$metadata.attempts = 2;
  faults.always(refused);
  const write = untilDecided(() => transact(table, [{ update: key, add: { count: 1 } }]));
  await expect(write).rejects.toThrow('the outcome of a transaction is not known');
  expect(faults.requests()).toBeLessThan(9);
});

const nothing: Array<[string, (table: Table, key: ItemKey) => Promise<unknown>]> = [
  ['an update that sets nothing', (table, key) => update(table, key, { set: {} })],
  ['an update of undefined values', (table, key) => update(table, key, { set: { name: undefined }, remove: [] })],
  ['an update that adds and drops nothing', (table, key) => update(table, key, { add: {}, drop: {} })],
  ['an empty update with a condition', (table, key) => update(table, key, { set: {}, condition: present })],
  ['an empty update that returns the item', (table, key) => updateIf(table, key, Anything, { set: {} })],
  [
    'an empty update in a transaction, after another write',
    (table, key) => transact(table, [{ put: { ...key, name: 'a' } }, { update: { ...key, sk: 'other' }, set: {} }]),
  ],
  ['a transaction without writes', (table) => transact(table, [])],
  ['a write under an empty condition', (table, key) => put(table, { ...key, name: 'a' }, {})],
  ['a write under a condition of undefined values', (table, key) => remove(table, key, { name: undefined })],
  ['a write under one of no values', (table, key) => put(table, { ...key, name: 'a' }, { name: [] })],
  ['an empty filter', (table, { pk: partition }) => query(table, { partition, filter: allOf([]) }, Anything)],
];

it.each(nothing)('%s is an error of the program, and nothing is sent', async (_, write) => {
  const { table, faults, key, stored } = setup();
  const begin = async () => write(table, key);
  await expect(begin()).rejects.toThrow(TypeError);
  expect(faults.requests()).toBe(0);
  await expect(stored()).resolves.toBeUndefined();
});

it('a change without a part is refused by its type', () => {
  // @ts-expect-error it names no part
  const change: Change = { condition: present };
  expect(change).toEqual({ condition: present });
});
