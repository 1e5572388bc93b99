import { expect, it } from 'vitest';
import { keys } from '#shared/platform/table/keys.ts';
import { createDynamoDbUserToolStore } from '#shared/tools/dynamodb-user-tool-store.ts';
import { MOST_TOOLS_OF_USER, type UserTool, type UserToolStore } from '#shared/tools/user-tool.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { createMemoryUserToolStore } from '#test/support/memory/tools.ts';
import { conflictLikeAws } from '#test/support/table-faults.ts';
import { queryAll, useTable } from '#test/support/table.ts';
import { buildUserTool } from '#test/support/user-tools.ts';

const table = useTable();
const sealed = { keyId: 'k', wrappedKey: 'w', content: 'c' };

const stores: Array<[string, () => UserToolStore]> = [
  ['memory', () => createMemoryUserToolStore()],
  ['DynamoDB', () => createDynamoDbUserToolStore(table.real())],
];

it.each(stores)('%s keeps a tool whole, with its secret apart', async (_, create) => {
  const store = create();
  const userId = newUserId();
  const tool = buildUserTool({
    userId,
    parameters: { type: 'object', properties: { a: { type: 'array', items: { type: 'string', enum: ['x'] } } } },
    headers: [{ name: 'X-Key', masked: '••••1234' }],
    assignments: [{ variable: 'slot', path: 'a.0', sensitive: true }],
    responseFilter: [],
    waitMessage: '',
  });
  expect(await store.create(tool, sealed)).toBe('created');
  expect(await store.create(tool, sealed)).toBe('id_taken');
  expect(await store.get(userId, tool.id)).toEqual(tool);
  expect(await store.get(userId + 1, tool.id)).toBeUndefined();
  expect(await store.getSecret(userId, tool.id)).toEqual(sealed);
  expect(await store.getSecret(userId + 1, tool.id)).toBeUndefined();
});

it.each(stores)('%s has a name once per user, and a renamed tool frees its old one', async (_, create) => {
  const store = create();
  const [userId, otherUser] = [newUserId(), newUserId()];
  const build = (id: number, name: string, changes: Partial<UserTool> = {}) =>
    buildUserTool({ userId, id, name, ...changes });
  const first = build(1, 'one');
  expect(await store.create(first, sealed)).toBe('created');
  expect(await store.create(build(2, 'one'), sealed)).toBe('name_taken');
  expect(await store.create(build(2, 'one', { userId: otherUser }), sealed)).toBe('created');
  expect(await store.create(build(2, 'two'), sealed)).toBe('created');
  const renamed = { ...first, name: 'two', version: 2 };
  expect(await store.replace(first, renamed, sealed)).toBe('name_taken');
  const other = { ...sealed, content: 'new' };
  expect(await store.replace(first, { ...renamed, name: 'three' }, other)).toBe('replaced');
  expect(await store.replace(first, { ...renamed, name: 'four' }, sealed)).toBe('conflict');
  expect(await store.getSecret(userId, 1)).toEqual(other);
  expect(await store.create(build(3, 'one'), sealed)).toBe('created');
  expect(await store.delete(first)).toBe('conflict');
  expect(await store.delete({ ...renamed, name: 'three' })).toBe('deleted');
  expect(await store.getSecret(userId, 1)).toBeUndefined();
  expect(await store.create(build(4, 'three'), sealed)).toBe('created');
  expect((await store.list(userId)).map(({ id, name }) => [id, name])).toEqual([
    [4, 'three'],
    [3, 'one'],
    [2, 'two'],
  ]);
  expect((await store.getSome(userId, [2, 1, 4])).map(({ id }) => id)).toEqual([2, 4]);
});

it.each(stores)('%s has at most 100 tools of a user, and one that is deleted makes room', async (_, create) => {
  const store = create();
  const userId = newUserId();
  const build = (id: number) => buildUserTool({ userId, id, name: `t${'_'.repeat(id)}` });
  const ids = Array.from({ length: MOST_TOOLS_OF_USER }, (__, index) => index + 1);
  for (const id of ids) expect(await store.create(build(id), sealed)).toBe('created');
  expect(await store.create(build(101), sealed)).toBe('too_many');
  expect(await store.delete(build(50))).toBe('deleted');
  expect(await store.delete(build(50))).toBe('conflict');
  expect(await store.create(build(101), sealed)).toBe('created');
  expect(await store.create(build(102), sealed)).toBe('too_many');
});

it('of requests at the same time one gets the name, where writes conflict', async () => {
  const store = createDynamoDbUserToolStore(table.real());
  const userId = newUserId();
  const { stop } = conflictLikeAws(table.real().client, { heldMs: 2, injected: 0.2 });
  const outcomes = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((id) => store.create(buildUserTool({ userId, id, name: 'same' }), sealed)),
  );
  stop();
  expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'name_taken')).toHaveLength(5);
  expect(await store.list(userId)).toHaveLength(1);
  const names = await queryAll(table.real(), {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.toolOfName(userId, '').pk },
  });
  expect(names).toHaveLength(2);
});
