import { createHash, randomBytes } from 'node:crypto';
import type { AccessToken } from '#shared/domain/account/account.ts';

const PREFIX = 'rb_';
const HINT_LENGTH = PREFIX.length + 6;

/** A bearer token: `rb_` and 32 bytes in base64url, random unless given. */
export function createAccessToken(bytes: Buffer = randomBytes(32)): string {
  return PREFIX + bytes.toString('base64url');
}

/** What is stored of a token. It holds 256 random bits, so a plain hash cannot be guessed back. */
export function hashAccessToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The first characters of a token: enough to tell tokens apart, useless for getting in. */
export function accessTokenHint(token: string): string {
  return token.slice(0, HINT_LENGTH);
}

export function isTokenLive(token: AccessToken, now: number): boolean {
  return token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now);
}
