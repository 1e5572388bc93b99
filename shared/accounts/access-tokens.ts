import { createHash, randomBytes } from 'node:crypto';
import type { AccessToken, AccountDeps } from '#shared/accounts/account.ts';
import type { CreateTokenBody } from '#shared/accounts/token-api.ts';
import { copyLimit, requireUser } from '#shared/accounts/users.ts';
import { AppError, sentences, fillSentence, invalidFields, OperatorError } from '#shared/platform/errors.ts';
import { tokenScopes, type TokenScope } from '#shared/platform/http/http.ts';
import type { Access } from '#shared/platform/http/middlewares/access-token.ts';
import { drawId } from '#shared/platform/ids.ts';
import { untilDecided } from '#shared/platform/table/table.ts';

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

/** Only the hash is stored. @throws OperatorError when the user does not exist or has 50 tokens, or `expiresAt` has passed */
export async function issueToken(input: IssueTokenInput, deps: IssueTokenDeps): Promise<IssuedToken> {
  const isPast = input.expiresAt !== null && input.expiresAt <= deps.clock.now();
  if (isPast) throw new OperatorError('the expiry is in the past');
  return storeToken(input, deps, (tokens, now) => {
    if (countLive(tokens, now) < MOST_LIVE_TOKENS) return [];
    throw new OperatorError(`user ${input.userId} has ${MOST_LIVE_TOKENS} live tokens: revoke one first`);
  });
}

/** So that revoking a family and reading the list stay short. */
export const MOST_LIVE_TOKENS = 50;
/** By the API. Operators have no limit. */
export const MOST_CREATED_PER_HOUR = 10;
const HOUR_MS = 3_600_000;
/** Ten an hour for 90 days would be a list of 21,600, which every new token reads. */
export const MOST_DEAD_TOKENS = 200;
/** Of a list of an older release: some 0.2 s. */
const FORGOTTEN_AT_ONCE = 20;
/** Of a longer line, the first ones and the parent are kept: an owner revokes the first ones. */
const MOST_ANCESTORS = 20;

const countLive = (tokens: readonly AccessToken[], now: number) =>
  tokens.filter((token) => isTokenLive(token, now)).length;

/** @param permit throws a refusal, or returns the ancestors of the new token. It sees the list that the token is added to. */
async function storeToken(
  input: IssueTokenInput,
  deps: IssueTokenDeps,
  permit: (tokens: readonly AccessToken[], now: number) => readonly number[],
): Promise<IssuedToken> {
  const { requestsPerMinute } = await requireUser(input.userId, deps.users);
  const token = input.token ?? createAccessToken();
  const stored = await untilDecided(async () => {
    const { tokens, version } = await deps.tokens.versioned(input.userId);
    const now = deps.clock.now();
    const draft = {
      userId: input.userId,
      hash: hashAccessToken(token),
      name: input.name,
      hint: accessTokenHint(token),
      scopes: input.scopes ?? null,
      expiresAt: input.expiresAt,
      revokedAt: null,
      requestsPerMinute,
      ancestors: permit(tokens, now),
      createdAt: now,
    };
    const { id, outcome } = await drawId(deps.ids, (drawn) => deps.tokens.add({ id: drawn, ...draft }, version));
    if (outcome !== 'added') return undefined;
    await deps.tokens.forget(findForgettable(tokens, now));
    return { id, ...draft };
  });
  // The limit may have changed, or the user gone, before the token was there to be changed or revoked.
  await copyLimit(input.userId, requestsPerMinute, deps);
  return { token, stored };
}

/** The oldest dead ones. Those of the last hour count for its limit. */
function findForgettable(tokens: readonly AccessToken[], now: number): AccessToken[] {
  const dead = tokens.filter((token) => !isTokenLive(token, now));
  const old = dead.filter(({ createdAt }) => createdAt <= now - HOUR_MS);
  return old.slice(0, Math.min(FORGOTTEN_AT_ONCE, Math.max(0, dead.length - MOST_DEAD_TOKENS)));
}

/** No more rights and no longer life than the token of the request. @throws AppError validation_failed, unauthorized,
 * too_many_tokens, too_many_requests */
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
  const input = { userId, name: request.name, scopes, expiresAt };
  return storeToken(input, deps, (tokens, now) => permitChild(access, tokens, now)).catch(toUnauthorized);
}

/** With the rights and the life of the token of the request. @throws AppError unauthorized, too_many_tokens, too_many_requests */
export async function createOwnKey(
  { userId, access, name }: { userId: number; access: Access; name: string },
  deps: IssueTokenDeps,
): Promise<IssuedToken> {
  const input = { userId, name, scopes: access.scopes, expiresAt: access.expiresAt };
  return storeToken(input, deps, (tokens, now) => permitChild(access, tokens, now)).catch(toUnauthorized);
}

/** The ancestors of a new token. A revoked token works for a minute, in which it may create none. */
function permitChild({ tokenId }: Access, tokens: readonly AccessToken[], now: number): readonly number[] {
  const parent = tokens.find(({ id }) => id === tokenId);
  if (parent && parent.revokedAt !== null) throw new AppError('unauthorized');
  if (countLive(tokens, now) >= MOST_LIVE_TOKENS) throw new AppError('too_many_tokens');
  const lately = tokens.filter(({ ancestors, createdAt }) => ancestors.length > 0 && createdAt > now - HOUR_MS);
  const tenth = lately.at(-MOST_CREATED_PER_HOUR);
  if (tenth) {
    const retryAfterSeconds = Math.ceil((tenth.createdAt + HOUR_MS - now) / 1000);
    throw new AppError('too_many_requests', { retryAfterSeconds });
  }
  return tokenId === undefined ? [] : [...(parent?.ancestors ?? []).slice(0, MOST_ANCESTORS - 1), tokenId];
}

/** Only a user who was deleted is refused; the authorizer accepts such a token for a minute, too. */
function toUnauthorized(error: unknown): never {
  throw error instanceof OperatorError ? new AppError('unauthorized', { cause: error }) : error;
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
