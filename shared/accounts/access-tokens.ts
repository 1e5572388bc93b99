import * as v from 'valibot';
import {
  accessTokenHint,
  createAccessToken,
  hashAccessToken,
  type AccessToken,
  type AccountDeps,
} from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { toPlainTime } from '#shared/platform/clock.ts';
import { sentences, fillSentence, invalidFields, OperatorError } from '#shared/platform/errors.ts';
import { arrayOf, describedAs, objectOf, oneOf, optional, required, text } from '#shared/platform/http/fields.ts';
import { tokenScopes, type TokenScope } from '#shared/platform/http/http.ts';
import type { Access } from '#shared/platform/http/middlewares/access-token.ts';
import { plainText, plainTime, recordId } from '#shared/platform/http/record-fields.ts';
import { drawId } from '#shared/platform/ids.ts';

const MAX_NAME = 255;

/** An ISO time with its zone, in milliseconds. */
const moment = v.pipe(
  v.string(sentences.string),
  v.trim(),
  v.isoTimestamp(sentences.format),
  v.transform(Date.parse),
  v.number(sentences.format),
  v.finite(sentences.format),
  describedAs({ type: 'string', format: 'date-time', examples: ['2027-01-01T00:00:00Z'] }),
);

export const CreateTokenBody = objectOf({
  name: required(text(MAX_NAME)),
  scopes: required(v.pipe(arrayOf(oneOf(tokenScopes)), v.minLength(1, sentences.required))),
  expires_at: optional(moment),
});
export type CreateTokenBody = v.InferOutput<typeof CreateTokenBody>;

const tokenEntries = {
  id: recordId(),
  name: plainText('ci'),
  begins_with: v.pipe(plainText('rb_Xy12Z9'), v.description('The first characters of the token.')),
  scopes: v.pipe(
    v.nullable(v.array(v.picklist(tokenScopes))),
    v.description('Null: all rights, as of tokens that have no scopes.'),
    v.examples([['read', 'calls']]),
  ),
  expires_at: v.nullable(plainTime()),
  revoked_at: v.nullable(plainTime()),
  created_at: plainTime(),
};

/** An access token in API responses, without the token itself. */
export const TokenRecord = v.pipe(v.strictObject(tokenEntries), v.title('TokenRecord'));
export type TokenRecord = v.InferOutput<typeof TokenRecord>;

/** The answer to its creation. */
export const NewTokenRecord = v.pipe(
  v.strictObject({
    ...tokenEntries,
    token: v.pipe(plainText('rb_Xy12Z9…'), v.description('Shown this once: only its hash is stored.')),
  }),
  v.title('NewTokenRecord'),
);

export function toTokenRecord({ id, name, hint, scopes, expiresAt, revokedAt, createdAt }: AccessToken): TokenRecord {
  const time = (at: number | null) => (at === null ? null : toPlainTime(at));
  return {
    id,
    name,
    begins_with: hint,
    scopes: scopes && [...scopes],
    expires_at: time(expiresAt),
    revoked_at: time(revokedAt),
    created_at: toPlainTime(createdAt),
  };
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
