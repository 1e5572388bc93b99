import { expect, it } from 'vitest';
import { handler } from '#functions/http/tokens/create-token.ts';
import { issueToken, MOST_DEAD_TOKENS } from '#shared/accounts/access-tokens.ts';
import { createDynamoDbTokenStore } from '#shared/accounts/dynamodb-token-store.ts';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { revokeToken } from '#shared/accounts/revoke-tokens.ts';
import { createRandomIds } from '#shared/platform/ids.ts';
import { buildAccessToken, buildUser } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

async function setup({ live }: { live: number }) {
  const clock = createFixedClock();
  const users = createDynamoDbUserStore(table.real());
  const { id: _, ...user } = buildUser();
  const { id: userId } = await users.create(user);
  const tokens = createDynamoDbTokenStore(table.real());
  for (let id = 1; id <= live; id += 1) await tokens.add(buildAccessToken({ userId, id, hash: `${userId}-${id}` }));
  const deps = { users, tokens, clock, ids: createRandomIds(clock) };
  const ask = askerOf(handler.with(deps));
  const post = () => ask({ userId, token: { token_id: 1 }, body: { name: 'ci', scopes: ['admin'] } });
  const count = async () => (await tokens.list(userId)).filter(({ revokedAt }) => revokedAt === null).length;
  return { deps, userId, post, count };
}

it('creates ten of thirty tokens that are asked for at once', async () => {
  const { post, count } = await setup({ live: 1 });
  const statuses = (await Promise.all(Array.from({ length: 30 }, () => post()))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  expect(await count()).toBe(11);
});

it('never passes 50 live tokens, by the API and by operators at once', async () => {
  const { deps, userId, post, count } = await setup({ live: 47 });
  const issue = () =>
    issueToken({ userId, name: 'ops', expiresAt: null }, deps).then(
      () => 201,
      () => 409,
    );
  const asking = Array.from({ length: 8 }, async (_, index) => (index % 2 === 0 ? issue() : (await post()).status));
  const statuses = await Promise.all(asking);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
  expect(await count()).toBe(50);
});

it('leaves no token of a family that creates tokens while it is revoked', async () => {
  const { deps, userId, post } = await setup({ live: 1 });
  const creating = Array.from({ length: 8 }, () => post());
  await revokeToken({ userId, tokenId: 1, cascade: true }, deps);
  await Promise.all(creating);
  await expect(post()).resolves.toMatchObject({ status: 401 });
  const live = (await deps.tokens.list(userId)).filter(({ revokedAt }) => revokedAt === null);
  expect(live).toEqual([]);
});

it('keeps the list short for a user who creates and revokes ten tokens an hour for a month', async () => {
  const { deps, userId, post } = await setup({ live: 1 });
  const hour = 3_600_000;
  const add = (id: number, changes: object) =>
    deps.tokens.add(buildAccessToken({ userId, id, hash: `${userId}-${id}`, ancestors: [1], ...changes }));
  for (let id = 2; id <= 215; id += 1) {
    await add(id, { createdAt: deps.clock.now() - 400 * hour, revokedAt: deps.clock.now() - 399 * hour });
    await deps.tokens.recordUse(buildAccessToken({ userId, hash: `${userId}-${id}` }), {
      tokenId: id,
      at: deps.clock.now(),
      address: '192.0.2.7',
      userAgent: 'curl',
    });
  }
  await expect(post()).resolves.toMatchObject({ status: 201 });
  const left = await deps.tokens.list(userId);
  const dead = left.filter(({ revokedAt }) => revokedAt !== null);
  expect({ dead: dead.length, oldest: dead[0]?.id, live: left.length - dead.length }).toEqual({
    dead: MOST_DEAD_TOKENS,
    oldest: 16,
    live: 2,
  });
  expect(await deps.tokens.uses(userId)).toHaveLength(MOST_DEAD_TOKENS);
  await expect(deps.tokens.findByHash(`${userId}-2`)).resolves.toBeUndefined();
});

it('forgets none of the tokens that count for the limit of an hour', async () => {
  const { deps, userId, post } = await setup({ live: 1 });
  const now = deps.clock.now();
  for (let id = 2; id <= 211; id += 1) {
    const createdAt = id > 201 ? now - 60_000 : now - 400 * 3_600_000;
    const token = { userId, id, hash: `${userId}-${id}`, ancestors: [1], createdAt, revokedAt: now };
    await deps.tokens.add(buildAccessToken(token));
  }
  await expect(post()).resolves.toMatchObject({ status: 429 });
  expect(await deps.tokens.list(userId)).toHaveLength(211);
});
