import { hashAccessToken, isTokenLive } from '#shared/domain/account/access-token.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { TokenStore } from '#shared/ports/token-store.ts';

export interface AuthenticateDeps {
  tokens: Pick<TokenStore, 'findByHash'>;
  clock: Clock;
}

/** The user whose live bearer token the `Authorization` header carries; undefined for anything else. */
export async function authenticate(
  input: { authorization: string },
  deps: AuthenticateDeps,
): Promise<number | undefined> {
  const bearer = /^bearer +(rb_[\w-]{43})$/i.exec(input.authorization.trim())?.[1];
  if (bearer === undefined) return undefined;
  const token = await deps.tokens.findByHash(hashAccessToken(bearer));
  return token && isTokenLive(token, deps.clock.now()) ? token.userId : undefined;
}
