import { expect, it } from 'vitest';
import { handler } from '#functions/http/tokens/create-token.ts';
import { issueToken } from '#shared/accounts/access-tokens.ts';
import { authenticate } from '#shared/accounts/authenticate.ts';
import { revokeToken } from '#shared/accounts/revoke-tokens.ts';
import { changeUser } from '#shared/accounts/users.ts';
import { buildAccessToken, buildUser } from '#test/support/builders.ts';
import { createCountingIds, createFixedClock } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';
import { createMemoryTokenStore, createMemoryUserStore } from '#test/support/memory/accounts.ts';

let clock = createFixedClock();
// The middleware checks expiries by the real clock: this is in the future of both.
const inTenYears = new Date(clock.now() + 10 * 365 * 86_400_000).toISOString();

async function setup() {
  clock = createFixedClock();
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

it('creates no token whose own one is revoked before it is stored, and a later revocation finds it', async () => {
  const { deps, userId, post } = await setup();
  for (const id of [5, 6]) await deps.tokens.add(buildAccessToken({ id, userId, hash: `leaked-${id}` }));
  const { add } = deps.tokens;
  deps.tokens.add = async (...token) => {
    await deps.tokens.revoke(userId, 5, clock.now());
    return add(...token);
  };
  const body = { name: 'ci', scopes: ['read'] };
  expect(await post(body, { token_id: 5 })).toEqual({ status: 401, body: { message: 'Unauthorized' } });
  expect(await deps.tokens.list(userId)).toHaveLength(2);
  let revocation: Promise<number[]> | undefined;
  deps.tokens.add = async (...token) => {
    const outcome = await add(...token);
    revocation = revokeToken({ userId, tokenId: 6, cascade: true }, deps);
    return outcome;
  };
  await post(body, { token_id: 6 });
  const child = (await deps.tokens.list(userId)).find(({ ancestors }) => ancestors.includes(6));
  expect(await revocation).toEqual([6, child?.id]);
});

it('creates no token for a user who is deleted, also while it is stored', async () => {
  const { deps, userId, post } = await setup();
  const { add } = deps.tokens;
  deps.tokens.add = async (...token) => {
    const outcome = await add(...token);
    await deps.users.update(userId, { deletedAt: clock.now() });
    return outcome;
  };
  for (const _ of ['meanwhile', 'before']) {
    expect(await post({ name: 'ci', scopes: ['read'] }, { token_id: 6 })).toEqual({
      status: 401,
      body: { message: 'Unauthorized' },
    });
  }
});

it('names the token that created another one, over generations', async () => {
  const { deps, userId, post } = await setup();
  await deps.tokens.add(buildAccessToken({ id: 5, userId }));
  const create = async (parent: number) => {
    const { status, body } = await post({ name: 'ci', scopes: ['admin'] }, { token_id: parent });
    expect(status).toBe(201);
    return (body as { data: { id: number; created_by: number | null } }).data;
  };
  const child = await create(5);
  const grandchild = await create(child.id);
  expect([child.created_by, grandchild.created_by]).toEqual([5, child.id]);
  const stored = await deps.tokens.list(userId);
  expect(stored.find(({ id }) => id === grandchild.id)?.ancestors).toEqual([5, child.id]);
});

it('keeps the oldest ancestors of a long line, so that a revocation of the first token ends it', async () => {
  const { deps, userId, post } = await setup();
  const line = Array.from({ length: 30 }, (_, index) => 100 + index);
  await deps.tokens.add(buildAccessToken({ id: 200, userId, ancestors: line.slice(0, 20) }));
  await post({ name: 'ci', scopes: ['admin'] }, { token_id: 200 });
  const youngest = (await deps.tokens.list(userId)).at(-1);
  expect(youngest?.ancestors).toEqual([...line.slice(0, 19), 200]);
});

it('creates ten tokens an hour with 201, then answers 429 until the first of them is an hour old', async () => {
  const { deps, post } = await setup();
  const body = { name: 'ci', scopes: ['admin'] };
  const answers = [];
  for (let index = 0; index < 279; index += 1) {
    answers.push(await post(body, { token_id: 5 }));
    if (index < 10) deps.clock.move(60_000);
  }
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(answers.at(-1)).toEqual({ status: 429, body: { message: 'Too Many Requests', retry_after: 50 * 60 } });
  deps.clock.move(50 * 60_000);
  expect(await post(body, { token_id: 5 })).toMatchObject({ status: 201 });
  expect(await post(body, { token_id: 5 })).toMatchObject({ status: 429, body: { retry_after: 60 } });
});

it('counts a token that was created and revoked in the hour, too', async () => {
  const { deps, userId, post } = await setup();
  const statuses = [];
  for (let index = 0; index < 12; index += 1) {
    const { status, body } = await post({ name: 'ci', scopes: ['admin'] }, { token_id: 5 });
    statuses.push(status);
    if (status === 201) await deps.tokens.revoke(userId, (body as { data: { id: number } }).data.id, clock.now());
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429]);
});

it('answers 409 at 50 live tokens, whoever created them, and 201 after one is revoked or has expired', async () => {
  const { deps, userId, post } = await setup();
  const body = { name: 'ci', scopes: ['read'] };
  for (let id = 1; id <= 50; id += 1) {
    const expiresAt = id === 50 ? clock.now() + 1000 : null;
    await deps.tokens.add(buildAccessToken({ id, userId, hash: `hash-${id}`, expiresAt }));
  }
  const message = 'The account has 50 live access tokens. Revoke one first.';
  expect(await post(body, { token_id: 5 })).toEqual({ status: 409, body: { message } });
  await expect(issueToken({ userId, name: 'ops', expiresAt: null }, deps)).rejects.toThrow('has 50 live tokens');
  await deps.tokens.revoke(userId, 1, clock.now());
  expect(await post(body, { token_id: 5 })).toMatchObject({ status: 201 });
  expect(await post(body, { token_id: 5 })).toMatchObject({ status: 409 });
  deps.clock.move(1000);
  expect(await post(body, { token_id: 5 })).toMatchObject({ status: 201 });
});

it('gives operators no limit of tokens an hour, and does not count theirs', async () => {
  const { deps, userId, post } = await setup();
  for (let index = 0; index < 20; index += 1) await issueToken({ userId, name: `ops ${index}`, expiresAt: null }, deps);
  expect(await post({ name: 'ci', scopes: ['read'] }, { token_id: 5 })).toMatchObject({ status: 201 });
});

it('gives a token the limit that its user gets while it is stored, or is about to get', async () => {
  const { deps, userId, post } = await setup();
  const { add } = deps.tokens;
  const limits = async () => (await deps.tokens.list(userId)).map(({ requestsPerMinute }) => requestsPerMinute);
  deps.tokens.add = async (...token) => {
    await changeUser({ userId, requestsPerMinute: 30 }, deps);
    return add(...token);
  };
  expect(await post({ name: 'ci', scopes: ['read'] })).toMatchObject({ status: 201 });
  expect(await limits()).toEqual([30]);
  deps.tokens.add = async (...token) => {
    await deps.users.update(userId, { requestsPerMinute: 40 });
    return add(...token);
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
