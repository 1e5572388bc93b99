import { expect, it, vi } from 'vitest';
import { handler } from '#functions/authorizer/bearer-token.ts';
import { createAccessToken, hashAccessToken } from '#shared/accounts/access-tokens.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { withRetries } from '#shared/platform/table/table.ts';
import { buildAccessToken } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { createMemoryTokenStore } from '#test/support/memory/accounts.ts';
import { named } from '#test/support/table-faults.ts';

const token = createAccessToken();

function setup(changes: Parameters<typeof buildAccessToken>[0] = {}) {
  const clock = createFixedClock();
  const tokens = createMemoryTokenStore([buildAccessToken({ hash: hashAccessToken(token), ...changes })]);
  const authorize = handler.with({ tokens, clock });
  return {
    clock,
    tokens,
    authorize: (authorization: string, http?: object) =>
      authorize({ version: '2.0', type: 'REQUEST', identitySource: [authorization], requestContext: { http } }),
  };
}

it.each([`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token} `])('lets in the user of "%s"', async (header) => {
  await expect(setup().authorize(header)).resolves.toEqual({
    isAuthorized: true,
    context: { user_id: 7, token_id: 2001 },
  });
});

it('hands over when the token ends, and its own rate limit', async () => {
  const expiresAt = createFixedClock().now() + 1000;
  const { authorize } = setup({ expiresAt, requestsPerMinute: 30 });
  await expect(authorize(`Bearer ${token}`)).resolves.toMatchObject({
    context: { user_id: 7, token_id: 2001, expires_at: expiresAt, requests_per_minute: 30 },
  });
});

it.each([
  { scopes: ['read', 'sms'] as const, passed: 'read sms' },
  { scopes: [] as const, passed: '' },
])('hands over the scopes $passed', async ({ scopes, passed }) => {
  await expect(setup({ scopes }).authorize(`Bearer ${token}`)).resolves.toMatchObject({ context: { scopes: passed } });
});

it.each([
  { what: 'no scheme', header: token },
  { what: 'a token cut short', header: `Bearer ${token.slice(0, -1)}` },
  { what: 'more than a token', header: `Bearer ${token} ${token}` },
  { what: 'no token', header: 'Bearer' },
])('answers Unauthorized to $what', async ({ header }) => {
  await expect(setup().authorize(header)).rejects.toThrow(/^Unauthorized$/);
});

it('answers Unauthorized to a revoked token', async () => {
  await expect(setup({ revokedAt: 1 }).authorize(`Bearer ${token}`)).rejects.toThrow(/^Unauthorized$/);
});

it('lets a token in until it expires', async () => {
  const { clock, authorize } = setup({ expiresAt: createFixedClock().now() + 1000 });
  await expect(authorize(`Bearer ${token}`)).resolves.toMatchObject({ isAuthorized: true });
  clock.move(1000);
  await expect(authorize(`Bearer ${token}`)).rejects.toThrow(/^Unauthorized$/);
});

it('records time, address and agent of a use, once in ten minutes', async () => {
  const { clock, tokens, authorize } = setup();
  const firstAt = clock.now();
  const use = (address: string) =>
    authorize(`Bearer ${token}`, { sourceIp: address, userAgent: `ringback/${'9'.repeat(300)}` });
  await use('192.0.2.7');
  const [recorded] = await tokens.uses(7);
  expect(recorded).toMatchObject({ tokenId: 2001, at: firstAt, address: '192.0.2.7' });
  expect(recorded?.userAgent).toHaveLength(200);
  clock.move(10 * 60_000 - 1);
  await use('192.0.2.8');
  await expect(tokens.uses(7)).resolves.toMatchObject([{ at: firstAt, address: '192.0.2.7' }]);
  clock.move(1);
  await use('192.0.2.8');
  await expect(tokens.uses(7)).resolves.toMatchObject([{ at: clock.now(), address: '192.0.2.8' }]);
});

it('records no use of a token that it refuses', async () => {
  const { tokens, authorize } = setup({ revokedAt: 1 });
  await expect(authorize(`Bearer ${token}`)).rejects.toThrow('Unauthorized');
  await expect(tokens.uses(7)).resolves.toEqual([]);
});

it('lets a token in whose use cannot be recorded, and logs it without the address', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { tokens, authorize } = setup();
  tokens.recordUse = () => Promise.reject(new Error('the table is gone'));
  const answer = await authorize(`Bearer ${token}`, { sourceIp: '192.0.2.7' });
  const printed = write.mock.calls.join('');
  write.mockRestore();
  expect(answer).toMatchObject({ isAuthorized: true });
  expect(printed).toContain('the use of a token could not be recorded');
  expect(printed).not.toContain('192.0.2.7');
});

it('counts what is no refusal: Lambda counts refusals as errors too', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const tokens = { findByHash: () => Promise.reject(new Error('the table is gone')), recordUse: async () => undefined };
  const authorize = handler.with({ tokens, clock: createFixedClock() });
  await expect(authorize({ identitySource: [`Bearer ${token}`] })).rejects.toThrow('the table is gone');
  const printed = write.mock.calls.join('');
  write.mockRestore();
  expect(printed).toContain('"RequestFailed":1');
});

it('outlasts the repeats of its read from a throttled table: a run that Lambda ends counts nothing', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const read = async () => {
    now += 1600;
    throw named('ThrottlingException');
  };
  await expect(withRetries(read)).rejects.toThrow('ThrottlingException');
  const row = manifest.find(({ kind }) => kind === 'authorizer');
  expect(row!.timeoutSeconds * 1000).toBeGreaterThan(now + 500);
});

it('answers Unauthorized to an event without the header', async () => {
  const { with: create } = handler;
  const authorize = create({ tokens: createMemoryTokenStore(), clock: createFixedClock() });
  await expect(authorize({ type: 'REQUEST', headers: {} })).rejects.toThrow(/^Unauthorized$/);
});
