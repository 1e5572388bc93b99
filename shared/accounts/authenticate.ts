import { hashAccessToken, isTokenLive } from '#shared/accounts/access-tokens.ts';
import type { AccessToken, AccountDeps, TokenStore } from '#shared/accounts/account.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

export interface AuthenticateDeps extends Pick<AccountDeps, 'clock'> {
  tokens: Pick<TokenStore, 'findByHash' | 'recordUse'>;
}

interface Authentication {
  authorization: string;
  /** Of the client. */
  address?: string;
  userAgent?: string;
}

export async function authenticate(
  { authorization, ...client }: Authentication,
  deps: AuthenticateDeps,
): Promise<AccessToken | undefined> {
  const bearer = /^bearer +(rb_[\w-]{43})$/i.exec(authorization.trim())?.[1];
  if (bearer === undefined) return undefined;
  const token = await deps.tokens.findByHash(hashAccessToken(bearer));
  if (!token || !isTokenLive(token, deps.clock.now())) return undefined;
  await recordUse(token, client, deps);
  return token;
}

/** Two writes in ten minutes cost less than a five-hundredth of the writes that count a token's requests. */
const USE_RECORDED_EVERY_MS = 10 * 60_000;
const LONGEST_USER_AGENT = 200;

/** A use that cannot be recorded holds up no request. */
async function recordUse(
  token: AccessToken,
  { address = '', userAgent = '' }: Omit<Authentication, 'authorization'>,
  { tokens, clock }: AuthenticateDeps,
): Promise<void> {
  const at = clock.now();
  if (at - (token.usedAt ?? 0) < USE_RECORDED_EVERY_MS) return;
  try {
    await tokens.recordUse(token, {
      tokenId: token.id,
      at,
      address,
      userAgent: userAgent.slice(0, LONGEST_USER_AGENT),
    });
  } catch (error) {
    logger.error('the use of a token could not be recorded', { error, tokenId: token.id });
  }
}
