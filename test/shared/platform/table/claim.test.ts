import * as v from 'valibot';
import { expect, it } from 'vitest';
import { expr, present } from '#shared/platform/table/expressions.ts';
import { claim, claimAttributes, put, release, update } from '#shared/platform/table/write.ts';
import { injectFaults, named } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const emulator = useTable();
const Work = v.object({ status: v.string(), startedAt: v.optional(v.number()) });
let keysTaken = 0;

async function setup() {
  const table = { client: emulator.client(), tableName: emulator.tableName };
  const faults = injectFaults(table.client);
  faults.next();
  const key = { pk: 'CLAIMS', sk: String((keysTaken += 1)) };
  await put(table, { ...key, status: 'queued' });
  const take = (owner: string, more: object = {}) =>
    claim(table, key, Work, { owner, condition: { status: 'queued' }, ...more });
  return { table, faults, key, take, free: (owner: string) => release(table, key, owner) };
}

it('is one owner’s only', async () => {
  const { take } = await setup();
  await expect(take('a', { set: { startedAt: 1 } })).resolves.toEqual({ status: 'queued', startedAt: 1 });
  await expect(take('b')).resolves.toBeUndefined();
});

it('succeeds again for the same owner', async () => {
  const { take } = await setup();
  await take('a', { set: { startedAt: 1 } });
  await expect(take('a', { set: { startedAt: 1 } })).resolves.toEqual({ status: 'queued', startedAt: 1 });
});

it('recognises itself when its answer was lost', async () => {
  const { take, faults } = await setup();
  faults.next('lost answer');
  await expect(take('a')).resolves.toEqual({ status: 'queued' });
  await expect(take('b')).resolves.toBeUndefined();
});

it('is repeated after a conflict', async () => {
  const { take, faults } = await setup();
  faults.next(named('TransactionConflictException'));
  await expect(take('a')).resolves.toEqual({ status: 'queued' });
});

it('fails for its owner too when the condition fails', async () => {
  const { table, key, take } = await setup();
  await take('a');
  await update(table, key, { set: { status: 'sent' } });
  await expect(take('a')).resolves.toBeUndefined();
  await expect(take('a', { condition: expr`status = ${'queued'} OR status = ${'sent'}` })).resolves.toBeDefined();
  await expect(claim(table, { ...key, sk: 'none' }, Work, { owner: 'a', condition: present })).resolves.toBeUndefined();
});

it('ends with its lease', async () => {
  const { take } = await setup();
  const at = (now: number) => ({ lease: { now, until: now + 10 } });
  await expect(take('a', at(100))).resolves.toBeDefined();
  await expect(take('b', at(109))).resolves.toBeUndefined();
  await expect(take('a', at(109))).resolves.toBeDefined();
  await expect(take('b', at(118))).resolves.toBeUndefined();
  await expect(take('b', at(119))).resolves.toBeDefined();
  await expect(take('a', at(120))).resolves.toBeUndefined();
});

it('is released by its owner only', async () => {
  const { table, key, take, free } = await setup();
  await take('a');
  await expect(free('b')).resolves.toBe(false);
  await expect(take('b')).resolves.toBeUndefined();
  await expect(free('a')).resolves.toBe(true);
  await expect(take('b')).resolves.toBeDefined();
  await update(table, key, { remove: claimAttributes });
  await expect(free('b')).resolves.toBe(false);
});
