import { expect, it } from 'vitest';
import { keys } from '#shared/platform/table/keys.ts';
import { createDynamoDbToolUseStore } from '#shared/tools/dynamodb-tool-use-store.ts';
import { changeTurn, type ToolUse, type ToolUseStore, type UseTurn } from '#shared/tools/tool-use.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { createMemoryToolUses } from '#test/support/memory/tool-uses.ts';
import { queryAll, useTable } from '#test/support/table.ts';

const table = useTable();
const at = Date.UTC(2026, 5, 30);

const stores: Array<[string, () => ToolUseStore]> = [
  ['memory', () => createMemoryToolUses()],
  ['DynamoDB', () => createDynamoDbToolUseStore(table.real())],
];

const use = (own: Partial<ToolUse> = {}): ToolUse => ({
  key: 'use_1',
  toolId: 81,
  name: 'book',
  hash: 'h',
  arguments: { day: 'Tuesday', list: [1, { a: null }] },
  state: 'open',
  at,
  timeoutMs: 10_000,
  ...own,
});
const turn = (own: Partial<UseTurn> = {}): UseTurn => ({ turn: 'words', at, version: 0, uses: [use()], ...own });
const callOf = () => ({ userId: newUserId(), callId: 5 });

it.each(stores)(
  '%s keeps the uses of a call, oldest words first, apart from those of other calls',
  async (_, create) => {
    const store = create();
    const call = callOf();
    expect(await store.save(call, turn({ turn: 'b', at: at + 1 }))).toBe(true);
    expect(await store.save(call, turn({ turn: 'c' }))).toBe(true);
    expect(await store.save({ ...call, callId: 55 }, turn())).toBe(true);
    expect(await store.list(call)).toEqual([
      turn({ turn: 'c', version: 1 }),
      turn({ turn: 'b', at: at + 1, version: 1 }),
    ]);
    expect(await store.get(call, 'words')).toBeUndefined();
    await store.remove(call);
    expect(await store.list(call)).toEqual([]);
    expect(await store.list({ ...call, callId: 55 })).toHaveLength(1);
  },
);

it.each(stores)('%s refuses what another run has changed', async (_, create) => {
  const store = create();
  const call = callOf();
  expect(await store.save(call, turn())).toBe(true);
  expect(await store.save(call, turn())).toBe(false);
  expect(await store.save(call, turn({ version: 1, uses: [] }))).toBe(true);
  expect(await store.save(call, turn({ version: 1 }))).toBe(false);
  expect(await store.get(call, 'words')).toEqual(turn({ version: 2, uses: [] }));
});

it.each(stores)('%s loses no change of runs at the same time', async (_, create) => {
  const store = create();
  const call = callOf();
  await store.save(call, turn({ uses: [] }));
  const adding = Array.from({ length: 6 }, (_unused, index) =>
    changeTurn({ call, turn: 'words' }, ({ uses }) => [...uses, use({ key: `use_${index}` })], { toolUses: store }),
  );
  await Promise.all(adding);
  expect((await store.get(call, 'words'))?.uses.map(({ key }) => key).toSorted()).toEqual(
    Array.from({ length: 6 }, (_unused, index) => `use_${index}`),
  );
});

it('a state of a later release is unknown, and items are gone after a week', async () => {
  const store = createDynamoDbToolUseStore(table.real());
  const call = callOf();
  await store.save(call, turn({ uses: [{ ...use(), state: 'postponed' as 'open' }] }));
  expect((await store.get(call, 'words'))?.uses).toEqual([use({ state: 'unknown' })]);
  const items = await queryAll(table.real(), {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.toolUse.partition(call.userId, call.callId) },
  });
  expect(items).toEqual([expect.objectContaining({ expiresAt: at / 1000 + 7 * 24 * 3600 })]);
});
