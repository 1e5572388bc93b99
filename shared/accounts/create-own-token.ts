import { issueToken } from '#shared/accounts/access-tokens.ts';
import type { AccessToken, AccountDeps } from '#shared/accounts/account.ts';
import type { CreateTokenBody } from '#shared/accounts/user-api.ts';
import { fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { tokenScopes } from '#shared/platform/http/http.ts';
import type { Access } from '#shared/platform/http/middlewares/access-token.ts';

export type CreateOwnTokenDeps = Pick<AccountDeps, 'users' | 'tokens' | 'clock' | 'ids'>;

/**
 * Creates a token for the user who asks. It can do no more than the token of the request, and lives no longer.
 * @throws AppError 422 for a scope that the token of the request lacks, or an expiry that has passed or is later than its own
 */
export async function createOwnToken(
  { userId, access, request }: { userId: number; access: Access; request: CreateTokenBody },
  deps: CreateOwnTokenDeps,
): Promise<{ token: string; stored: AccessToken }> {
  const scopes = tokenScopes.filter((scope) => request.scopes.includes(scope));
  const isWithin = access.scopes === null || scopes.every((scope) => access.scopes?.includes(scope));
  const expiresAt = request.expires_at ?? access.expiresAt;
  const refuse = (sentence: string, field = 'expires_at') =>
    invalidFields({ [field]: [fillSentence(sentence, field)] });
  if (!isWithin) throw refuse(sentences.ownScopes, 'scopes');
  if (expiresAt !== null && expiresAt <= deps.clock.now()) throw refuse(sentences.future);
  if (expiresAt !== null && expiresAt > (access.expiresAt ?? Infinity)) {
    throw refuse(sentences.within('expiry of the token that creates it'));
  }
  return issueToken({ userId, name: request.name, scopes, expiresAt }, deps);
}
