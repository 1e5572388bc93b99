import {
  accessTokenHint,
  createAccessToken,
  hashAccessToken,
  isTokenLive,
  type AccessToken,
  type AccountDeps,
  type TokenStore,
} from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import type { TokenScope } from '#shared/platform/http/http.ts';
import { drawId } from '#shared/platform/ids.ts';

export interface AuthenticateDeps extends Pick<AccountDeps, 'clock'> {
  tokens: Pick<TokenStore, 'findByHash'>;
}

/** Returns the live bearer token in the `Authorization` header; otherwise undefined. */
export async function authenticate(
  input: { authorization: string },
  deps: AuthenticateDeps,
): Promise<AccessToken | undefined> {
  const bearer = /^bearer +(rb_[\w-]{43})$/i.exec(input.authorization.trim())?.[1];
  if (bearer === undefined) return undefined;
  const token = await deps.tokens.findByHash(hashAccessToken(bearer));
  return token && isTokenLive(token, deps.clock.now()) ? token : undefined;
}

interface IssueTokenInput {
  userId: number;
  name: string;
  /** Null, the default = all rights. */
  scopes?: readonly TokenScope[] | null;
  /** Epoch milliseconds; null = never. */
  expiresAt: number | null;
  /** A predefined token, such as the one of the local stack. Random by default. */
  token?: string;
}

/**
 * Creates a bearer token for the user. Only its hash is stored, so that the returned token cannot be read again.
 * @throws OperatorError when the user does not exist, or `expiresAt` has passed
 */
export async function issueToken(
  input: IssueTokenInput,
  deps: Pick<AccountDeps, 'users' | 'tokens' | 'clock' | 'ids'>,
): Promise<{ token: string; stored: AccessToken }> {
  const createdAt = deps.clock.now();
  if (input.expiresAt !== null && input.expiresAt <= createdAt) throw new OperatorError('the expiry is in the past');
  const { requestsPerMinute } = await requireUser(input.userId, deps.users);
  const token = input.token ?? createAccessToken();
  const draft = {
    userId: input.userId,
    hash: hashAccessToken(token),
    name: input.name,
    hint: accessTokenHint(token),
    scopes: input.scopes ?? null,
    expiresAt: input.expiresAt,
    revokedAt: null,
    requestsPerMinute,
    createdAt,
  };
  const { id } = await drawId(deps.ids, (drawn) => deps.tokens.add({ id: drawn, ...draft }));
  return { token, stored: { id, ...draft } };
}

/**
 * Revokes a token. API Gateway caches the authorizer's result, so the token may still be accepted for up to a minute.
 * @throws OperatorError when the user has no such token
 */
export async function revokeToken(
  input: { userId: number; tokenId: number },
  deps: Pick<AccountDeps, 'tokens' | 'clock'>,
): Promise<void> {
  const outcome = await deps.tokens.revoke(input.userId, input.tokenId, deps.clock.now());
  if (outcome === 'missing') throw new OperatorError(`user ${input.userId} has no token ${input.tokenId}`);
}
