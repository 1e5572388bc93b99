import { expect, it, vi } from 'vitest';
import { accessTokenHint, createAccessToken, hashAccessToken, isTokenLive } from '#shared/accounts/access-tokens.ts';
import { parseMicros, toDecimal } from '#shared/accounts/account.ts';
import { rotateWebhookSecret } from '#shared/accounts/users.ts';
import { buildAccessToken, buildUser } from '#test/support/builders.ts';
import { createMemoryUserStore } from '#test/support/memory/accounts.ts';

const now = Date.UTC(2026, 5, 30);

it('an access token is rb_ and 32 bytes in base64url', () => {
  expect(createAccessToken(Buffer.alloc(32, 0xff))).toBe(`rb_${'_'.repeat(42)}8`);
  expect(createAccessToken()).toMatch(/^rb_[\w-]{43}$/);
});

it('an access token is stored as SHA-256 in hex', () =>
  expect(hashAccessToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'));

it('an access token is hinted at by nine characters', () =>
  expect(accessTokenHint('rb_abcdefghijkl')).toBe('rb_abcdef'));

it.each([
  { state: 'no expiry', change: {}, live: true },
  { state: 'an expiry to come', change: { expiresAt: now + 1 }, live: true },
  { state: 'an expiry at this moment', change: { expiresAt: now }, live: false },
  { state: 'an expiry in the past', change: { expiresAt: now - 1 }, live: false },
  { state: 'a revocation', change: { revokedAt: now - 1 }, live: false },
  { state: 'a revocation before its expiry', change: { revokedAt: now - 1, expiresAt: now + 1 }, live: false },
])('an access token with $state is live: $live', ({ change, live }) =>
  expect(isTokenLive(buildAccessToken(change), now)).toBe(live),
);

it('a rotation of webhook secrets that is finished while its user begins another one leaves that one', async () => {
  const users = createMemoryUserStore();
  const known = await users.create(buildUser({ webhookSecretVersions: [1] }));
  const { id: userId } = known;
  const get = vi.fn(users.get).mockImplementationOnce(async () => {
    await users.replaceWebhookSecrets(known, { webhookSecretVersions: [2, 1] });
    return known;
  });
  const finished = await rotateWebhookSecret({ userId, finish: true }, { users: { ...users, get } });
  expect(finished.webhookSecretVersions).toEqual([2, 1]);
  expect(await users.get(userId)).toMatchObject({ webhookSecretVersions: [2, 1] });
});

it.each([
  { micros: 0, json: '0' },
  { micros: 1, json: '0.000001' },
  { micros: 100_000, json: '0.1' },
  { micros: 300_000, json: '0.3' },
  { micros: 12_345_678, json: '12.345678' },
  { micros: 100_000_000, json: '100' },
  { micros: -7_500_000, json: '-7.5' },
  { micros: 999_999_999_999_999, json: '999999999.999999' },
])('toDecimal writes $micros micro-units as $json', ({ micros, json }) => {
  expect(JSON.stringify(toDecimal(micros))).toBe(json);
});

it.each([
  { text: '0', micros: 0 },
  { text: '-0', micros: 0 },
  { text: '12.5', micros: 12_500_000 },
  { text: ' 100 ', micros: 100_000_000 },
  { text: '0.000001', micros: 1 },
  { text: '-3.25', micros: -3_250_000 },
  { text: '999999999.999999', micros: 999_999_999_999_999 },
])('parseMicros reads $text', ({ text, micros }) => {
  expect(parseMicros(text)).toBe(micros);
  expect(toDecimal(micros) - Number(text)).toBe(0);
});

const malformed = ['', '.5', '5.', '1.1234567', '1e3', '1,5', '+1', 'NaN', 'Infinity', '1000000000', '--1'];
it.each(malformed)('parseMicros refuses %j', (text) => expect(parseMicros(text)).toBeUndefined());
