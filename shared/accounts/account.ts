import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import type { TokenScope } from '#shared/platform/http/http.ts';
import type { IdSource } from '#shared/platform/ids.ts';

/** Concurrent calls of a user until an operator changes the limit. */
export const DEFAULT_CALLS_ALLOWED = 10;

/** A user as stored. Times are epoch milliseconds in all items. */
export const UserItem = v.object({
  id: v.number(),
  name: v.string(),
  email: v.nullable(v.string()),
  /** The live versions of the webhook signing secret. The first one signs; receivers may still verify with the others. */
  webhookSecretVersions: v.array(v.number()),
  /** When an older version of the secret stops signing, epoch milliseconds. One without an end signs until an operator ends the rotation. */
  webhookSecretEnds: v.optional(v.array(v.object({ version: v.number(), at: v.number() }))),
  /** The number of calls that campaigns of the user may run at once. */
  callsAllowed: v.optional(v.number(), DEFAULT_CALLS_ALLOWED),
  /** Requests per minute of each of the user's tokens. Null = the limit of the stage. */
  requestsPerMinute: v.optional(v.nullable(v.number()), null),
  /** SMS that the user may send per second. Null = the limit of the stage. */
  smsPerSecond: v.optional(v.nullable(v.number()), null),
  /** When an operator deleted the user. The id stays, as that of the ledger. Epoch milliseconds. */
  deletedAt: v.optional(v.number()),
  createdAt: v.number(),
});
export type User = v.InferOutput<typeof UserItem>;
/** The limits of a user that replace those of the stage. */
export type UserRates = Pick<User, 'requestsPerMinute' | 'smsPerSecond'>;

/** A wallet, in micro-units. Both amounts are zero or more. */
export interface Wallet {
  balance: Micros;
  /** The balance minus the money held for running calls. */
  available: Micros;
}

/** One change of a balance. The entries of a user add up to the balance. */
export const LedgerEntryItem = v.object({
  id: v.number(),
  userId: v.number(),
  /** Micro-units; positive = credit. */
  amount: v.number(),
  kind: v.picklist(['top_up', 'correction', 'call', 'sms', 'refund']),
  /** The call id or SMS id that the entry belongs to, or the operator's note. */
  reference: v.string(),
  createdAt: v.number(),
});
export type LedgerEntry = v.InferOutput<typeof LedgerEntryItem>;

/** A bearer token, without the token itself. */
export interface AccessToken {
  id: number;
  userId: number;
  /** SHA-256 of the token, hex. */
  hash: string;
  name: string;
  /** The first characters of the token, to identify it in lists. */
  hint: string;
  /** Null = all rights, as every token of older releases has. */
  scopes: readonly TokenScope[] | null;
  /** Epoch milliseconds. Null = never. */
  expiresAt: number | null;
  revokedAt: number | null;
  /** A copy of the user's limit, so that the authorizer needs no second read. */
  requestsPerMinute: number | null;
  createdAt: number;
}

/** The dependencies of the operations on accounts. Each operation picks what it needs. */
export interface AccountDeps {
  users: UserStore;
  tokens: TokenStore;
  wallets: WalletStore;
  clock: Clock;
  ids: IdSource;
}

export interface UserStore {
  /** Stores the user under the next free id, with an empty wallet. */
  create(user: Omit<User, 'id'>): Promise<User>;
  get(userId: number): Promise<User | undefined>;
  /** All users, lowest id first. */
  list(): Promise<User[]>;
  /** Replaces the secrets of `known` by those of `next`. Returns the user; undefined if another request has replaced them. */
  replaceWebhookSecrets(
    known: User,
    next: Pick<User, 'webhookSecretVersions' | 'webhookSecretEnds'>,
  ): Promise<User | undefined>;
  setCallsAllowed(userId: number, callsAllowed: number): Promise<void>;
  update(userId: number, change: Partial<Pick<User, 'name' | 'email' | 'deletedAt'>>): Promise<void>;
  setRates(userId: number, rates: Partial<UserRates>): Promise<void>;
}

export interface TokenStore {
  add(token: AccessToken): Promise<'added' | 'id_taken'>;
  /** Also returns expired and revoked tokens. */
  findByHash(hash: string): Promise<AccessToken | undefined>;
  /** Oldest first. */
  list(userId: number): Promise<AccessToken[]>;
  /** Changes the limit of all tokens of the user. */
  setRequestsPerMinute(userId: number, requestsPerMinute: number | null): Promise<void>;
  /** Does not change a token that is already revoked. */
  revoke(userId: number, tokenId: number, at: number): Promise<'revoked' | 'missing'>;
}

/** The wallets of users. Money for calls is held and settled by the call store, in one transaction with the call. */
export interface WalletStore {
  get(userId: number): Promise<Wallet | undefined>;
  /**
   * Stores the entry and adds its amount to the balance. Idempotent.
   * `id_taken`: another entry has this id. `refused`: the wallet does not exist, or `available` would become negative.
   */
  book(entry: LedgerEntry): Promise<'booked' | 'id_taken' | 'refused'>;
  /** All entries, oldest first. */
  ledger(userId: number): Promise<LedgerEntry[]>;
}

/** Whether both are the same entry, sent twice, and not two entries with the same id. */
export function isSameEntry(one: LedgerEntry, other: LedgerEntry): boolean {
  return (
    one.id === other.id &&
    one.userId === other.userId &&
    one.amount === other.amount &&
    one.kind === other.kind &&
    one.reference === other.reference
  );
}

/** The sum of the entries, in micro-units. */
export function sumOf(entries: readonly LedgerEntry[]): Micros {
  return entries.reduce((sum, entry) => sum + entry.amount, 0);
}

/** Money in micro-units: 1,000,000 = one currency unit. Always an integer, so that sums are exact. */
export type Micros = number;

export const MICROS_PER_UNIT = 1_000_000;

/** Returns the amount in currency units, with at most 6 decimals. */
export function toDecimal(amount: Micros): number {
  return Number((amount / MICROS_PER_UNIT).toFixed(6));
}

/** Parses a decimal such as `12.5` or `-3`. Returns undefined for anything but an amount with at most 6 decimals. */
export function parseMicros(text: string): Micros | undefined {
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const micros = Number(whole) * MICROS_PER_UNIT + Number(fraction.padEnd(6, '0'));
  return sign === '-' && micros !== 0 ? -micros : micros;
}
