import { describe, expect, it } from 'vitest';
import {
  accessTokenHint,
  createAccessToken,
  hashAccessToken,
  isTokenLive,
} from '#shared/domain/account/access-token.ts';
import { buildAccessToken } from '#test/support/builders.ts';

const now = Date.UTC(2026, 5, 30);

describe('access token', () => {
  it('is rb_ and 32 bytes in base64url', () => {
    expect(createAccessToken(Buffer.alloc(32, 0xff))).toBe(`rb_${'_'.repeat(42)}8`);
    expect(createAccessToken()).toMatch(/^rb_[\w-]{43}$/);
  });

  it('is never drawn twice', () => {
    expect(createAccessToken()).not.toBe(createAccessToken());
  });

  it('is stored as SHA-256 in hex', () => {
    expect(hashAccessToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('is hinted at by nine characters', () => {
    expect(accessTokenHint('rb_abcdefghijkl')).toBe('rb_abcdef');
  });

  it.each([
    { state: 'no expiry', change: {}, live: true },
    { state: 'an expiry to come', change: { expiresAt: now + 1 }, live: true },
    { state: 'an expiry at this moment', change: { expiresAt: now }, live: false },
    { state: 'an expiry in the past', change: { expiresAt: now - 1 }, live: false },
    { state: 'a revocation', change: { revokedAt: now - 1 }, live: false },
    { state: 'a revocation before its expiry', change: { revokedAt: now - 1, expiresAt: now + 1 }, live: false },
  ])('with $state is live: $live', ({ change, live }) => {
    expect(isTokenLive(buildAccessToken(change), now)).toBe(live);
  });
});
