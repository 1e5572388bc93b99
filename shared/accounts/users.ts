import {
  DEFAULT_CALLS_ALLOWED,
  type User,
  type UserStore,
  type WalletStore,
  type LedgerEntry,
  type Wallet,
} from '#shared/accounts/account.ts';
import { toDecimal, MICROS_PER_UNIT, type Micros } from '#shared/accounts/money.ts';
import { callStatuses, isFinal } from '#shared/calls/call.ts';
import type { CallList } from '#shared/calls/call-list.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { drawId, type IdSource } from '#shared/platform/ids.ts';
import { rotatedVersions } from '#shared/webhooks/webhook.ts';

/** @throws OpsRefusal when there is no such user */
export async function requireUser(userId: number, users: UserStore): Promise<User> {
  const user = await users.get(userId);
  if (!user) throw new OperatorError(`there is no user ${userId}`);
  return user;
}

export interface CreateUserDeps {
  users: UserStore;
  clock: Clock;
}

/** A new user with an empty wallet and the first version of the webhook secret. */
export async function createUser(
  input: { name: string; email?: string | undefined },
  deps: CreateUserDeps,
): Promise<User> {
  return deps.users.create({
    name: input.name,
    email: input.email ?? null,
    webhookSecretVersions: [1],
    callsAllowed: DEFAULT_CALLS_ALLOWED,
    createdAt: deps.clock.now(),
  });
}

export interface ShowUserDeps {
  users: UserStore;
  wallets: WalletStore;
  callList: CallList;
}

/** The user as the API shows it. */
export interface UserRecord {
  name: string;
  email: string | null;
  total_balance: number;
  calls_now: number;
  calls_allowed: number;
}

/** The line of an ended call is free again, although its final status is still to come. */
const liveStatuses = callStatuses.filter((status) => status !== 'ended' && !isFinal(status));
const oneRow = { page: 1, perPage: 1 };

export async function showUser(userId: number, { users, wallets, callList }: ShowUserDeps): Promise<UserRecord> {
  const [user, wallet, ...live] = await Promise.all([
    users.get(userId),
    wallets.get(userId),
    ...liveStatuses.map((status) => callList.list(userId, { status }, oneRow)),
  ]);
  if (!user || !wallet) throw new Error(`the token of user ${userId} is good, and the user is not there`);
  return {
    name: user.name,
    email: user.email,
    total_balance: toDecimal(wallet.balance),
    calls_now: live.reduce((sum, { total }) => sum + total, 0),
    calls_allowed: user.callsAllowed,
  };
}

export interface RotateWebhookSecretDeps {
  users: UserStore;
}

/**
 * Makes a new version sign, the one before it still verifying. `finish` ends a rotation instead: only the newest stays.
 * @throws OpsRefusal when there is no such user
 */
export async function rotateWebhookSecret(
  input: { userId: number; finish: boolean },
  deps: RotateWebhookSecretDeps,
): Promise<User> {
  const user = await requireUser(input.userId, deps.users);
  const versions = input.finish ? user.webhookSecretVersions.slice(0, 1) : rotatedVersions(user.webhookSecretVersions);
  await deps.users.setWebhookSecretVersions(user.id, versions);
  return { ...user, webhookSecretVersions: versions };
}

/** A typing error is more likely; and 9,000 of these still add up to an exact number. */
export const MAX_TOP_UP: Micros = 1_000_000 * MICROS_PER_UNIT;

export interface TopUpInput {
  userId: number;
  /** Positive = money in; negative = a correction of earlier ones. */
  amount: Micros;
  note: string;
}

export interface TopUpDeps {
  users: UserStore;
  wallets: WalletStore;
  clock: Clock;
  ids: IdSource;
}

/** @throws OpsRefusal when there is no such user, the amount is out of range, or the money is not there or held for calls */
export async function topUp(input: TopUpInput, deps: TopUpDeps): Promise<{ entry: LedgerEntry; wallet: Wallet }> {
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
