import { expect, it } from 'vitest';
import { handler } from '#functions/http/tokens/delete-token.ts';
import type { AccessToken } from '#shared/accounts/account.ts';
import { buildAccessToken } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';
import { createMemoryTokenStore } from '#test/support/memory/accounts.ts';

const clock = createFixedClock();
const message = 'Token revoked successfully';

/** 1 (owner, all rights) created 5 (admin), which created 6 (admin), which created 7; 9 is another one of the owner. */
function setup() {
  const build = (id: number, changes: Partial<AccessToken> = {}) =>
    buildAccessToken({ id, hash: `hash-${id}`, ...changes });
  const scopes = ['admin', 'read'] as const;
  const tokens = createMemoryTokenStore([
    build(1),
    build(5, { scopes, ancestors: [1] }),
    build(6, { scopes, ancestors: [1, 5] }),
    build(7, { scopes: ['read'], ancestors: [1, 5, 6] }),
    build(8, { userId: 8 }),
    build(9, { scopes, ancestors: [1] }),
  ]);
  const ask = askerOf(handler.with({ tokens, clock }));
  const revoke = (id: number, by: number, query = '') =>
    ask({ id, query, token: { token_id: by, ...(by === 1 ? {} : { scopes: 'read admin' }) } });
  const live = async () => (await tokens.list(7)).filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id);
  return { tokens, ask, revoke, live };
}

it('revokes a token and those that descend from it with 200, and again', async () => {
  const { revoke, live } = setup();
  expect(await revoke(5, 1)).toEqual({ status: 200, body: { message, data: { revoked: [5, 6, 7] } } });
  expect(await live()).toEqual([1, 9]);
  expect(await revoke(5, 1)).toEqual({ status: 200, body: { message, data: { revoked: [] } } });
});

it('revokes the descendants of a token that was revoked before without them', async () => {
  const { revoke, live } = setup();
  expect(await revoke(5, 1, 'cascade=false')).toEqual({ status: 200, body: { message, data: { revoked: [5] } } });
  expect(await live()).toEqual([1, 6, 7, 9]);
  expect(await revoke(5, 1, 'cascade=true')).toMatchObject({ status: 200, body: { data: { revoked: [6, 7] } } });
});

it('finds a token that one of the family creates while the family is revoked', async () => {
  const { tokens, revoke, live } = setup();
  const { list } = tokens;
  let lists = 0;
  tokens.list = async (userId) => {
    const found = await list(userId);
    lists += 1;
    if (lists === 2) await tokens.add(buildAccessToken({ id: 20, hash: 'late', ancestors: [1, 5, 6, 7] }));
    return found;
  };
  expect(await revoke(5, 1)).toMatchObject({ body: { data: { revoked: [5, 6, 7, 20] } } });
  expect(await live()).toEqual([1, 9]);
});

it.each([
  { whom: 'the owner without scopes', id: 1 },
  { whom: 'its parent', id: 5 },
])('refuses a token with scopes that revokes $whom with 403', async ({ id }) => {
  const { revoke, live } = setup();
  const refusal = 'A token with scopes cannot revoke a token without scopes, or one that it descends from.';
  expect(await revoke(id, 6)).toEqual({ status: 403, body: { message: refusal } });
  expect(await live()).toEqual([1, 5, 6, 7, 9]);
});

it('lets a token with scopes revoke itself, its descendants and those of other lines', async () => {
  const { revoke, live } = setup();
  expect(await revoke(9, 6)).toMatchObject({ status: 200 });
  expect(await revoke(7, 6)).toMatchObject({ status: 200 });
  expect(await revoke(6, 6)).toMatchObject({ status: 200 });
  expect(await revoke(6, 6)).toMatchObject({ status: 200 });
  expect(await live()).toEqual([1, 5]);
});

it('refuses a revoked token, which the authorizer lets in for a minute, with 401', async () => {
  const { revoke, live } = setup();
  await revoke(5, 1);
  expect(await revoke(9, 5)).toEqual({ status: 401, body: { message: 'Unauthorized' } });
  expect(await live()).toEqual([1, 9]);
});

it('refuses another value of cascade with 422', async () => {
  const errors = { cascade: ['The selected cascade is invalid.'] };
  expect(await setup().revoke(5, 1, 'cascade=no')).toMatchObject({ status: 422, body: { errors } });
});

it.each([{ id: 8 }, { id: 99 }, { id: 'x' }])(
  'answers 404 for a token that the user does not have: $id',
  async ({ id }) => {
    expect(await setup().ask({ id })).toEqual({ status: 404, body: { message: 'Token not found' } });
  },
);
