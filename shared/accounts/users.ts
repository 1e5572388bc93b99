import {
  DEFAULT_CALLS_ALLOWED,
  MICROS_PER_UNIT,
  toDecimal,
  type AccountDeps,
  type User,
  type UserChange,
  type UserStore,
  type Wallet,
  type Micros,
  type LedgerEntry,
} from '#shared/accounts/account.ts';
import { rotatedVersions } from '#shared/accounts/webhook-secrets.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { drawId } from '#shared/platform/ids.ts';

/** For operators, who may see what is kept of a deleted user. @throws OperatorError when there was no such user */
export async function requireKnownUser(userId: number, users: Pick<UserStore, 'get'>): Promise<User> {
  const user = await users.get(userId);
  if (!user) throw new OperatorError(`there is no user ${userId}`);
  return user;
}

/** @throws OperatorError when the user does not exist, or was deleted */
export async function requireUser(userId: number, users: Pick<UserStore, 'get'>): Promise<User> {
  const user = await requireKnownUser(userId, users);
  if (user.deletedAt !== undefined) throw new OperatorError(`user ${userId} was deleted`);
  return user;
}

export async function createUser(
  input: { name: string; email?: string | undefined; defaultCountry?: string | null | undefined },
  deps: Pick<AccountDeps, 'users' | 'clock'>,
): Promise<User> {
  return deps.users.create({
    name: input.name,
    email: input.email ?? null,
    webhookSecretVersions: [1],
    callsAllowed: DEFAULT_CALLS_ALLOWED,
    requestsPerMinute: null,
    smsPerSecond: null,
    allowedCountries: null,
    expensivePerDay: null,
    attemptsPerDay: null,
    defaultCountry: input.defaultCountry ?? null,
    createdAt: deps.clock.now(),
  });
}

/** With `finish`, only the newest version stays. Of two requests at once, one counts. @throws OperatorError */
export async function rotateWebhookSecret(
  input: { userId: number; finish: boolean },
  deps: Pick<AccountDeps, 'users'>,
): Promise<User> {
  const user = await requireUser(input.userId, deps.users);
  const versions = input.finish ? user.webhookSecretVersions.slice(0, 1) : rotatedVersions(user.webhookSecretVersions);
  const rotated = await deps.users.replaceWebhookSecrets(user, { webhookSecretVersions: versions });
  return rotated ?? requireUser(input.userId, deps.users);
}

/** Limits that are null are those of the stage. @throws OperatorError when the user does not exist, or nothing is to change */
export async function changeUser(
  { userId, ...change }: { userId: number } & Omit<UserChange, 'deletedAt'>,
  { users, tokens }: Pick<AccountDeps, 'users' | 'tokens'>,
): Promise<User> {
  if (Object.values(change).every((value) => value === undefined)) throw new OperatorError('name what to change');
  await requireUser(userId, users);
  // The user first: who adds a token meanwhile finds the new limit there.
  await users.update(userId, change);
  if (change.requestsPerMinute === undefined) return requireUser(userId, users);
  await tokens.setRequestsPerMinute(userId, change.requestsPerMinute);
  return copyLimit(userId, change.requestsPerMinute, { users, tokens });
}

/** Until it holds: it may have changed since it was copied. @throws OperatorError when the user does not exist */
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

/** A larger amount is more likely a typing error. 9,000 of these still add up to an exact number. */
const MAX_TOP_UP: Micros = 1_000_000 * MICROS_PER_UNIT;

interface TopUpInput {
  userId: number;
  amount: Micros;
  note: string;
}

/** @throws OperatorError for no such user, an amount out of range, or a correction of more than is available */
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
