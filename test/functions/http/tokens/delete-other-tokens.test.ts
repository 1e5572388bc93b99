import { expect, it } from 'vitest';
import { handler } from '#functions/http/tokens/delete-other-tokens.ts';
import { buildAccessToken } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';
import { createMemoryTokenStore } from '#test/support/memory/accounts.ts';

const clock = createFixedClock();
const message = 'Tokens revoked successfully';
const query = 'keep=current';

/** 1 (all rights) created 5 (admin), which created 6; 2 has all rights, too, and 3 has expired. */
function setup() {
  const scopes = ['admin'] as const;
  const tokens = createMemoryTokenStore([
    buildAccessToken({ id: 1, hash: 'a' }),
    buildAccessToken({ id: 2, hash: 'b' }),
    buildAccessToken({ id: 3, hash: 'c', expiresAt: clock.now() }),
    buildAccessToken({ id: 5, hash: 'd', scopes, ancestors: [1] }),
    buildAccessToken({ id: 6, hash: 'e', scopes, ancestors: [1, 5] }),
    buildAccessToken({ id: 7, hash: 'f', scopes: ['read'] }),
    buildAccessToken({ id: 8, hash: 'g', userId: 8 }),
  ]);
  return { tokens, ask: askerOf(handler.with({ tokens, clock })) };
}

it('revokes all live tokens but its own with 200, and again', async () => {
  const { tokens, ask } = setup();
  const token = { token_id: 1 };
  const data = { revoked: [2, 5, 6, 7], kept: [] };
  expect(await ask({ query, token })).toEqual({ status: 200, body: { message, data } });
  expect(await ask({ query, token })).toMatchObject({ status: 200, body: { data: { revoked: [] } } });
  await expect(tokens.list(8)).resolves.toMatchObject([{ revokedAt: null }]);
});

it('keeps the tokens that a token with scopes may not revoke, and names them', async () => {
  const data = { revoked: [7], kept: [1, 2, 5] };
  const token = { token_id: 6, scopes: 'admin' };
  expect(await setup().ask({ query, token })).toEqual({ status: 200, body: { message, data } });
});

it.each([
  { what: 'revoked', token: { token_id: 7 } },
  { what: 'unknown', token: { token_id: 99 } },
])('refuses a token that is $what with 401', async ({ token }) => {
  const { tokens, ask } = setup();
  await tokens.revoke(7, 7, clock.now());
  expect(await ask({ query, token })).toEqual({ status: 401, body: { message: 'Unauthorized' } });
  const live = (await tokens.list(7)).filter(({ revokedAt }) => revokedAt === null);
  expect(live).toHaveLength(5);
});

it.each([
  { given: '', errors: { keep: ['The keep field is required.'] } },
  { given: 'keep=none', errors: { keep: ['The selected keep is invalid.'] } },
])('refuses the query «$given» with 422, and revokes nothing', async ({ given, errors }) => {
  const { tokens, ask } = setup();
  expect(await ask({ query: given, token: { token_id: 1 } })).toMatchObject({ status: 422, body: { errors } });
  expect((await tokens.list(7)).filter(({ revokedAt }) => revokedAt !== null)).toEqual([]);
});

it('refuses a token without the scope admin with 403', async () => {
  expect(await setup().ask({ query, token: { token_id: 6, scopes: 'read calls sms' } })).toMatchObject({ status: 403 });
});
