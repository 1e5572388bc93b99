import { createHash, randomBytes } from 'node:crypto';
import type { AccessToken, AccountDeps, TokenStore } from '#shared/accounts/account.ts';
import type { CreateTokenBody } from '#shared/accounts/token-api.ts';
import { copyLimit, requireUser } from '#shared/accounts/users.ts';
import { AppError, sentences, fillSentence, invalidFields, OperatorError } from '#shared/platform/errors.ts';
import { tokenScopes, type TokenScope } from '#shared/platform/http/http.ts';
import type { Access } from '#shared/platform/http/middlewares/access-token.ts';
import { drawId } from '#shared/platform/ids.ts';

export interface AuthenticateDeps extends Pick<AccountDeps, 'clock'> {
  tokens: Pick<TokenStore, 'findByHash'>;
}

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
  scopes?: readonly TokenScope[] | null;
  /** Epoch milliseconds; null = never. */
  expiresAt: number | null;
  token?: string;
}

export type IssueTokenDeps = Pick<AccountDeps, 'users' | 'tokens' | 'clock' | 'ids'>;

interface IssuedToken {
  token: string;
  stored: AccessToken;
}

/** Only the hash is stored. @throws OperatorError when the user does not exist, or `expiresAt` has passed */
export async function issueToken(input: IssueTokenInput, deps: IssueTokenDeps): Promise<IssuedToken> {
  const isPast = input.expiresAt !== null && input.expiresAt <= deps.clock.now();
  if (isPast) throw new OperatorError('the expiry is in the past');
  return storeToken(input, deps);
}

async function storeToken(input: IssueTokenInput, deps: IssueTokenDeps): Promise<IssuedToken> {
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
    createdAt: deps.clock.now(),
  };
  const { id } = await drawId(deps.ids, (drawn) => deps.tokens.add({ id: drawn, ...draft }));
  // The limit may have changed, or the user gone, before the token was there to be changed or revoked.
  await copyLimit(input.userId, requestsPerMinute, deps);
  return { token, stored: { id, ...draft } };
}

/** The authorizer's cache accepts it for up to a minute more. @throws OperatorError when the user has no such token */
export async function revokeToken(
  input: { userId: number; tokenId: number },
  deps: Pick<AccountDeps, 'tokens' | 'clock'>,
): Promise<void> {
  const outcome = await deps.tokens.revoke(input.userId, input.tokenId, deps.clock.now());
  if (outcome === 'missing') throw new OperatorError(`user ${input.userId} has no token ${input.tokenId}`);
}

/** No more rights and no longer life than the token of the request. @throws AppError validation_failed, unauthorized */
export async function createOwnToken(
  { userId, access, request }: { userId: number; access: Access; request: CreateTokenBody },
  deps: IssueTokenDeps,
): Promise<IssuedToken> {
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
  if (await isRevoked(userId, access, deps)) throw new AppError('unauthorized');
  const issued = await storeToken({ userId, name: request.name, scopes, expiresAt }, deps).catch(toUnauthorized);
  if (!(await isRevoked(userId, access, deps))) return issued;
  // It was revoked meanwhile, and no caller has seen the new one.
  await deps.tokens.revoke(userId, issued.stored.id, deps.clock.now());
  throw new AppError('unauthorized');
}

/** Only a user who was deleted is refused; the authorizer accepts such a token for a minute, too. */
function toUnauthorized(error: unknown): never {
  throw error instanceof OperatorError ? new AppError('unauthorized', { cause: error }) : error;
}

/** The authorizer's answer is cached for a minute. A token that is created in it would outlive the revocation. */
async function isRevoked(userId: number, { tokenId }: Access, { tokens }: IssueTokenDeps): Promise<boolean> {
  const own = (await tokens.list(userId)).find(({ id }) => id === tokenId);
  return own !== undefined && own.revokedAt !== null;
}

const PREFIX = 'rb_';
const HINT_LENGTH = PREFIX.length + 6;

export function createAccessToken(bytes: Buffer = randomBytes(32)): string {
  return PREFIX + bytes.toString('base64url');
}

/** The token has 256 random bits, so an unsalted hash is safe. */
export function hashAccessToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Enough to identify a token, useless to authenticate. */
export function accessTokenHint(token: string): string {
  return token.slice(0, HINT_LENGTH);
}

export function isTokenLive(token: AccessToken, now: number): boolean {
  return token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now);
}
