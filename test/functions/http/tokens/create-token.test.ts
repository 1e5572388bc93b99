import { expect, it } from 'vitest';
import { handler } from '#functions/http/tokens/create-token.ts';
import { authenticate } from '#shared/accounts/access-tokens.ts';
import { limitUser } from '#shared/accounts/users.ts';
import { buildAccessToken, buildUser } from '#test/support/builders.ts';
import { createCountingIds, createFixedClock } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';
import { createMemoryTokenStore, createMemoryUserStore } from '#test/support/memory/accounts.ts';

const clock = createFixedClock();
// The middleware checks expiries by the real clock: this is in the future of both.
const inTenYears = new Date(clock.now() + 10 * 365 * 86_400_000).toISOString();

async function setup() {
  const users = createMemoryUserStore();
  const { id: _, ...user } = buildUser();
  const { id: userId } = await users.create(user);
  const deps = { users, tokens: createMemoryTokenStore(), clock, ids: createCountingIds(clock) };
  const ask = askerOf(handler.with(deps));
  const post = (body: object, token: Record<string, string | number> = {}) => ask({ userId, token, body });
  return { deps, userId, post };
}

it('creates a token with 201, shows it once, and stores its scopes and expiry', async () => {
  const { deps, userId, post } = await setup();
  const { status, body } = await post({ name: 'ci', scopes: ['calls', 'read', 'calls'], expires_at: inTenYears });
  expect(status).toBe(201);
  const { token, ...record } = (body as { data: { token: string } }).data;
  expect(record).toMatchObject({
    name: 'ci',
    scopes: ['read', 'calls'],
    begins_with: token.slice(0, 9),
    revoked_at: null,
  });
  const found = await authenticate({ authorization: `Bearer ${token}` }, deps);
  expect(found).toMatchObject({ userId, scopes: ['read', 'calls'], expiresAt: Date.parse(inTenYears) });
});

it.each(['read calls sms', ''])('refuses a token of the scopes «%s» with 403', async (scopes) => {
  const { post } = await setup();
  const message = 'This token lacks the scope admin. Use a token that has it; POST /user/tokens creates one.';
  expect(await post({ name: 'ci', scopes: ['read'] }, { scopes })).toEqual({ status: 403, body: { message } });
});

it('creates no token for one that was revoked, which the authorizer lets in for a minute', async () => {
  const { deps, userId, post } = await setup();
  await deps.tokens.add(buildAccessToken({ id: 5, userId, hash: 'leaked' }));
  const body = { name: 'ci', scopes: ['read'] };
  expect(await post(body, { token_id: 5 })).toMatchObject({ status: 201 });
  await deps.tokens.revoke(userId, 5, clock.now());
  expect(await post(body, { token_id: 5 })).toEqual({ status: 401, body: { message: 'Unauthorized' } });
  expect(await deps.tokens.list(userId)).toHaveLength(2);
});

it('creates no token whose own one is revoked, or whose user is deleted, while it is stored', async () => {
  const { deps, userId, post } = await setup();
  await deps.tokens.add(buildAccessToken({ id: 5, userId, hash: 'leaked' }));
  const { add } = deps.tokens;
  const afterAdding = (happens: () => Promise<unknown>) => {
    deps.tokens.add = async (token) => {
      const outcome = await add(token);
      await happens();
      return outcome;
    };
  };
  const body = { name: 'ci', scopes: ['read'] };
  const unauthorized = { status: 401, body: { message: 'Unauthorized' } };
  afterAdding(() => deps.tokens.revoke(userId, 5, clock.now()));
  expect(await post(body, { token_id: 5 })).toEqual(unauthorized);
  expect((await deps.tokens.list(userId)).map(({ revokedAt }) => revokedAt)).toEqual([clock.now(), clock.now()]);
  afterAdding(() => deps.users.update(userId, { deletedAt: clock.now() }));
  expect(await post(body, { token_id: 6 })).toEqual(unauthorized);
  // And once it is deleted.
  expect(await post(body, { token_id: 6 })).toEqual(unauthorized);
});

it('gives a token the limit that its user gets while it is stored, or is about to get', async () => {
  const { deps, userId, post } = await setup();
  const { add } = deps.tokens;
  const limits = async () => (await deps.tokens.list(userId)).map(({ requestsPerMinute }) => requestsPerMinute);
  deps.tokens.add = async (token) => {
    await limitUser({ userId, requestsPerMinute: 30 }, deps);
    return add(token);
  };
  expect(await post({ name: 'ci', scopes: ['read'] })).toMatchObject({ status: 201 });
  expect(await limits()).toEqual([30]);
  deps.tokens.add = async (token) => {
    await deps.users.setRates(userId, { requestsPerMinute: 40 });
    return add(token);
  };
  expect(await post({ name: 'cd', scopes: ['read'] })).toMatchObject({ status: 201 });
  expect(await limits()).toEqual([40, 40]);
});

it('gives a new token no scope that the one of the request lacks', async () => {
  const { post } = await setup();
  const errors = { scopes: ['The scopes must be among those of the token that creates it.'] };
  const scopes = 'read admin';
  expect(await post({ name: 'ci', scopes: ['read', 'sms'] }, { scopes })).toMatchObject({
    status: 422,
    body: { errors },
  });
  expect(await post({ name: 'ci', scopes: ['admin', 'read'] }, { scopes })).toMatchObject({ status: 201 });
});

it.each([
  { what: 'no name', body: { scopes: ['read'] }, errors: { name: ['The name field is required.'] } },
  { what: 'no scopes', body: { name: 'ci' }, errors: { scopes: ['The scopes field is required.'] } },
  { what: 'empty scopes', body: { name: 'ci', scopes: [] }, errors: { scopes: ['The scopes field is required.'] } },
  {
    what: 'an unknown scope',
    body: { name: 'ci', scopes: ['write'] },
    errors: { 'scopes.0': ['The selected scopes.0 is invalid.'] },
  },
  {
    what: 'an expiry without a time',
    body: { name: 'ci', scopes: ['read'], expires_at: 'tomorrow' },
    errors: { expires_at: ['The expires at format is invalid.'] },
  },
  {
    what: 'an expiry on a day that does not exist',
    body: { name: 'ci', scopes: ['read'], expires_at: '2039-02-29T00:00:00Z' },
    errors: { expires_at: ['The expires at format is invalid.'] },
  },
  {
    what: 'an expiry that has passed',
    body: { name: 'ci', scopes: ['read'], expires_at: '2020-01-01T00:00:00Z' },
    errors: { expires_at: ['The expires at must be a time in the future.'] },
  },
])('refuses $what with 422', async ({ body, errors }) => {
  const { post } = await setup();
  expect(await post(body)).toEqual({ status: 422, body: { message: 'The given data was invalid.', errors } });
});

it('creates no token that outlives the one of the request', async () => {
  const { deps, userId, post } = await setup();
  const token = { expires_at: Date.parse(inTenYears) };
  const sentence = 'The expires at must not be later than the expiry of the token that creates it.';
  const later = new Date(Date.parse(inTenYears) + 1000).toISOString();
  const body = { name: 'ci', scopes: ['read'] };
  expect(await post({ ...body, expires_at: later }, token)).toMatchObject({
    status: 422,
    body: { errors: { expires_at: [sentence] } },
  });
  expect(await post(body, token)).toMatchObject({ status: 201 });
  await expect(deps.tokens.list(userId)).resolves.toMatchObject([{ expiresAt: Date.parse(inTenYears) }]);
});
