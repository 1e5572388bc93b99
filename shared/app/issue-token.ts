import { drawId } from '#shared/app/draw-id.ts';
import { requireUser } from '#shared/app/require-user.ts';
import { accessTokenHint, createAccessToken, hashAccessToken } from '#shared/domain/account/access-token.ts';
import type { AccessToken } from '#shared/domain/account/account.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { TokenStore } from '#shared/ports/token-store.ts';
import type { UserStore } from '#shared/ports/user-store.ts';

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
  if (input.expiresAt !== null && input.expiresAt <= createdAt) throw new OpsRefusal('the expiry is in the past');
  await requireUser(input.userId, deps.users);
  const token = input.token ?? createAccessToken();
  const unnumbered = {
    userId: input.userId,
    hash: hashAccessToken(token),
    name: input.name,
    hint: accessTokenHint(token),
    expiresAt: input.expiresAt,
    revokedAt: null,
    createdAt,
  };
  const { id } = await drawId(deps.ids, (drawn) => deps.tokens.add({ id: drawn, ...unnumbered }));
  return { token, stored: { id, ...unnumbered } };
}
