import { isTokenLive } from '#shared/accounts/access-tokens.ts';
import type { AccessToken, AccountDeps } from '#shared/accounts/account.ts';
import { AppError, OperatorError } from '#shared/platform/errors.ts';
import type { Access } from '#shared/platform/http/middlewares/access-token.ts';

export type RevokeTokenDeps = Pick<AccountDeps, 'tokens' | 'clock'>;

interface RevokeTokenInput {
  userId: number;
  tokenId: number;
  /** Whether the tokens that descend from it are revoked, too. */
  cascade: boolean;
}

/** The authorizer's cache accepts them for up to a minute more. Returns the ids of what it has revoked.
 * @throws OperatorError when the user has no such token */
export async function revokeToken(input: RevokeTokenInput, deps: RevokeTokenDeps): Promise<number[]> {
  const target = (await deps.tokens.list(input.userId)).find(({ id }) => id === input.tokenId);
  if (!target) throw new OperatorError(`user ${input.userId} has no token ${input.tokenId}`);
  return revokeFamily(target, input.cascade, deps);
}

/** All live tokens of a user but `except`. Returns their ids. */
export async function revokeAllTokens(
  { userId, except }: { userId: number; except?: number | undefined },
  deps: RevokeTokenDeps,
): Promise<number[]> {
  return revokeUntilNone(userId, ({ id }) => id !== except, deps);
}

/** @throws AppError token_not_found, token_protected; unauthorized for a token that was revoked less than a minute ago */
export async function revokeOwnToken(
  { access, ...input }: RevokeTokenInput & { access: Access },
  deps: RevokeTokenDeps,
): Promise<number[]> {
  const tokens = await deps.tokens.list(input.userId);
  const target = tokens.find(({ id }) => id === input.tokenId);
  const actor = tokens.find(({ id }) => id === access.tokenId);
  // A repeat of its own revocation is no refusal.
  if (actor && actor.revokedAt !== null && actor !== target) throw new AppError('unauthorized');
  if (!target) throw new AppError('token_not_found');
  if (!mayRevoke(access, actor, target)) throw new AppError('token_protected');
  return revokeFamily(target, input.cascade, deps);
}

/** All tokens but the one of the request and those that it may not revoke, whose ids are in `kept`.
 * @throws AppError unauthorized for a token that was revoked less than a minute ago */
export async function revokeOtherTokens(
  { userId, access }: { userId: number; access: Access },
  deps: RevokeTokenDeps,
): Promise<{ revoked: number[]; kept: number[] }> {
  const tokens = await deps.tokens.list(userId);
  const actor = tokens.find(({ id }) => id === access.tokenId);
  // Without its own id it would revoke itself.
  if (!actor || actor.revokedAt !== null) throw new AppError('unauthorized');
  const isOther = ({ id }: AccessToken) => id !== actor.id;
  const revoked = await revokeUntilNone(userId, (token) => isOther(token) && mayRevoke(access, actor, token), deps);
  const now = deps.clock.now();
  const kept = (await deps.tokens.list(userId)).filter((token) => isOther(token) && isTokenLive(token, now));
  return { revoked, kept: kept.map(({ id }) => id) };
}

/** A token with scopes must not lock out its owner: it revokes no token without scopes, and none that it descends from. */
function mayRevoke({ scopes, tokenId }: Access, actor: AccessToken | undefined, target: AccessToken): boolean {
  if (scopes === null || target.id === tokenId) return true;
  return target.scopes !== null && !actor?.ancestors.includes(target.id);
}

/** The token first: from then on it creates none. What it has created until then is in the list. */
async function revokeFamily(target: AccessToken, cascade: boolean, deps: RevokeTokenDeps): Promise<number[]> {
  const { userId, id } = target;
  await deps.tokens.revoke(userId, id, deps.clock.now());
  const own = isTokenLive(target, deps.clock.now()) ? [id] : [];
  if (!cascade) return own;
  return [...own, ...(await revokeUntilNone(userId, ({ ancestors }) => ancestors.includes(id), deps))];
}

/** Until none is left: one of them may create another one while its list is read. */
async function revokeUntilNone(
  userId: number,
  isMeant: (token: AccessToken) => boolean,
  { tokens, clock }: RevokeTokenDeps,
): Promise<number[]> {
  const revoked: number[] = [];
  for (;;) {
    const now = clock.now();
    const found = (await tokens.list(userId)).filter((token) => isTokenLive(token, now) && isMeant(token));
    if (found.length === 0) return revoked;
    // One after another: each changes the version of the list.
    for (const { id } of found) await tokens.revoke(userId, id, now);
    revoked.push(...found.map(({ id }) => id));
  }
}
