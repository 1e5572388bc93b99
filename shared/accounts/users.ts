import * as v from 'valibot';
import {
  DEFAULT_CALLS_ALLOWED,
  MICROS_PER_UNIT,
  toDecimal,
  type AccountDeps,
  type User,
  type UserRates,
  type UserStore,
  type Wallet,
  type Micros,
  type LedgerEntry,
  type AccessToken,
} from '#shared/accounts/account.ts';
import { toPlainTime } from '#shared/platform/clock.ts';
import { OperatorError, sentences } from '#shared/platform/errors.ts';
import { arrayOf, describedAs, objectOf, oneOf, optional, required, text } from '#shared/platform/http/fields.ts';
import { tokenScopes } from '#shared/platform/http/http.ts';
import { isCalendarDay } from '#shared/platform/http/lists.ts';
import { plainText, plainTime, recordId } from '#shared/platform/http/record-fields.ts';
import { drawId } from '#shared/platform/ids.ts';
import { rotatedVersions } from '#shared/accounts/webhook-secrets.ts';

/** Returns the user. @throws OperatorError when the user does not exist, or was deleted */
export async function requireUser(userId: number, users: UserStore): Promise<User> {
  const user = await users.get(userId);
  if (!user) throw new OperatorError(`there is no user ${userId}`);
  if (user.deletedAt !== undefined) throw new OperatorError(`user ${userId} was deleted`);
  return user;
}

/** Creates a user with an empty wallet and version 1 of the webhook secret. */
export async function createUser(
  input: { name: string; email?: string | undefined },
  deps: Pick<AccountDeps, 'users' | 'clock'>,
): Promise<User> {
  return deps.users.create({
    name: input.name,
    email: input.email ?? null,
    webhookSecretVersions: [1],
    callsAllowed: DEFAULT_CALLS_ALLOWED,
    requestsPerMinute: null,
    smsPerSecond: null,
    createdAt: deps.clock.now(),
  });
}

/**
 * Starts a rotation: a new version signs, and receivers may still verify with the previous one. With `finish`, ends the
 * rotation: only the newest version stays. Of requests at the same time one counts, and all get the secrets that it leaves.
 * @throws OperatorError when the user does not exist
 */
export async function rotateWebhookSecret(
  input: { userId: number; finish: boolean },
  deps: Pick<AccountDeps, 'users'>,
): Promise<User> {
  const user = await requireUser(input.userId, deps.users);
  const versions = input.finish ? user.webhookSecretVersions.slice(0, 1) : rotatedVersions(user.webhookSecretVersions);
  const rotated = await deps.users.replaceWebhookSecrets(user, { webhookSecretVersions: versions });
  return rotated ?? requireUser(input.userId, deps.users);
}

/**
 * Changes the limits of the user. That of requests holds for each token, present and future. Null = the limit of the stage.
 * @throws OperatorError when the user does not exist
 */
export async function limitUser(
  { userId, ...rates }: { userId: number } & Partial<UserRates>,
  { users, tokens }: Pick<AccountDeps, 'users' | 'tokens'>,
): Promise<User> {
  await requireUser(userId, users);
  // The user first: who adds a token meanwhile finds the new limit there.
  await users.setRates(userId, rates);
  if (rates.requestsPerMinute === undefined) return requireUser(userId, users);
  await tokens.setRequestsPerMinute(userId, rates.requestsPerMinute);
  return copyLimit(userId, rates.requestsPerMinute, { users, tokens });
}

/**
 * Gives all tokens the limit of their user, until it is the one that they have: it may have changed since it was copied.
 * @throws OperatorError when the user does not exist, or was deleted
 */
export async function copyLimit(
  userId: number,
  copied: number | null,
  { users, tokens }: Pick<AccountDeps, 'users' | 'tokens'>,
): Promise<User> {
  const user = await requireUser(userId, users);
  if (user.requestsPerMinute === copied) return user;
  await tokens.setRequestsPerMinute(userId, user.requestsPerMinute);
  return copyLimit(userId, user.requestsPerMinute, { users, tokens });
}

/** A larger amount is more likely a typing error. 9,000 top-ups of this amount still add up to an exact number. */
const MAX_TOP_UP: Micros = 1_000_000 * MICROS_PER_UNIT;

interface TopUpInput {
  userId: number;
  /** Positive = credit; negative = correction of an earlier credit. */
  amount: Micros;
  note: string;
}

/**
 * Books a credit or a correction.
 * @throws OperatorError when the user does not exist, the amount is out of range, or less than a correction is available
 */
export async function topUp(
  input: TopUpInput,
  deps: Pick<AccountDeps, 'users' | 'wallets' | 'clock' | 'ids'>,
): Promise<{ entry: LedgerEntry; wallet: Wallet }> {
  const { userId, amount, note } = input;
  if (amount === 0 || Math.abs(amount) > MAX_TOP_UP) {
    throw new OperatorError(`the amount must not be zero, nor more than ${toDecimal(MAX_TOP_UP)}`);
  }
  await requireUser(userId, deps.users);
  const draft = {
    userId,
    amount,
    kind: amount > 0 ? ('top_up' as const) : ('correction' as const),
    reference: note,
    createdAt: deps.clock.now(),
  };
  const { id, outcome } = await drawId(deps.ids, (drawn) => deps.wallets.book({ id: drawn, ...draft }));
  const wallet = await deps.wallets.get(userId);
  if (!wallet) throw new OperatorError(`user ${userId} has no wallet`);
  if (outcome === 'refused') throw new OperatorError(`only ${toDecimal(wallet.available)} is available`);
  return { entry: { id, ...draft }, wallet };
}

const MAX_NAME = 255;

/** An ISO time with its zone, in milliseconds. */
const moment = v.pipe(
  v.string(sentences.string),
  v.trim(),
  v.isoTimestamp(sentences.format),
  v.check((time) => isCalendarDay(time.slice(0, 10)), sentences.format),
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
