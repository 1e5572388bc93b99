import {
  hashAccessToken,
  isTokenLive,
  accessTokenHint,
  createAccessToken,
  type TokenStore,
  type AccessToken,
  type UserStore,
} from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { drawId, type IdSource } from '#shared/platform/ids.ts';

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

export interface IssueTokenInput {
  userId: number;
  name: string;
  /** Epoch milliseconds; null = never. */
  expiresAt: number | null;
  /** The token itself, where it is known beforehand; else a random one. */
  token?: string;
}

export interface IssueTokenDeps {
  users: UserStore;
  tokens: TokenStore;
  clock: Clock;
  ids: IdSource;
}

/**
 * Gives the user a bearer token. This is the only moment at which the token itself is there: only its hash is stored.
 * @throws OpsRefusal when there is no such user, or the token would be dead already
 */
export async function issueToken(
  input: IssueTokenInput,
  deps: IssueTokenDeps,
): Promise<{ token: string; stored: AccessToken }> {
  const createdAt = deps.clock.now();
  if (input.expiresAt !== null && input.expiresAt <= createdAt) throw new OperatorError('the expiry is in the past');
  await requireUser(input.userId, deps.users);
  const token = input.token ?? createAccessToken();
  const draft = {
    userId: input.userId,
    hash: hashAccessToken(token),
    name: input.name,
    hint: accessTokenHint(token),
    expiresAt: input.expiresAt,
    revokedAt: null,
    createdAt,
  };
  const { id } = await drawId(deps.ids, (drawn) => deps.tokens.add({ id: drawn, ...draft }));
  return { token, stored: { id, ...draft } };
}

export interface RevokeTokenDeps {
  tokens: TokenStore;
  clock: Clock;
}

/**
 * Ends a token. The authorizer's answer is cached, so it may still let in for up to a minute.
 * @throws OpsRefusal when the user has no such token
 */
export async function revokeToken(input: { userId: number; tokenId: number }, deps: RevokeTokenDeps): Promise<void> {
  const outcome = await deps.tokens.revoke(input.userId, input.tokenId, deps.clock.now());
  if (outcome === 'missing') throw new OperatorError(`user ${input.userId} has no token ${input.tokenId}`);
}
