import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import type { TokenScope } from '#shared/platform/http/http.ts';
import type { IdSource } from '#shared/platform/ids.ts';

export const DEFAULT_CALLS_ALLOWED = 10;

/** Times are epoch milliseconds in all items. */
export const UserItem = v.object({
  id: v.number(),
  name: v.string(),
  email: v.nullable(v.string()),
  /** The first one signs; receivers may still verify with the others. */
  webhookSecretVersions: v.array(v.number()),
  /** When older versions stop signing. One without an end signs until an operator ends the rotation. */
  webhookSecretEnds: v.optional(v.array(v.object({ version: v.number(), at: v.number() }))),
  /** Calls of campaigns at once. */
  callsAllowed: v.optional(v.number(), DEFAULT_CALLS_ALLOWED),
  /** Of all its tokens. Null = the limit of the stage, as below. */
  requestsPerMinute: v.optional(v.nullable(v.number()), null),
  smsPerSecond: v.optional(v.nullable(v.number()), null),
  /** Codes of ISO 3166: the countries that the user may call and text. Null = those of the stage, as below. */
  allowedCountries: v.optional(v.nullable(v.array(v.string())), null),
  /** What the user may spend on expensive destinations in 24 hours, micro-units. */
  expensivePerDay: v.optional(v.nullable(v.number()), null),
  /** The countries that the user has called or texted: at most 250 codes. */
  reachedCountries: v.optional(v.set(v.string())),
  /** Dials of its campaigns to a number in a day. */
  attemptsPerDay: v.optional(v.nullable(v.number()), null),
  /** Where events of SMS go. */
  smsWebhookUrl: v.optional(v.nullable(v.string())),
  /** ISO 3166: the country of numbers without a plus in its files and forms. Users of older releases have none. */
  defaultCountry: v.optional(v.nullable(v.string())),
  deletedAt: v.optional(v.number()),
  createdAt: v.number(),
});
export type User = v.InferOutput<typeof UserItem>;
export type UserChange = Partial<
  Pick<
    User,
    'name' | 'email' | 'deletedAt' | 'requestsPerMinute' | 'smsPerSecond' | 'attemptsPerDay' | 'defaultCountry'
  >
>;
export type UserDestinations = Pick<User, 'allowedCountries' | 'expensivePerDay'>;

export interface Wallet {
  balance: Micros;
  available: Micros;
}

export const LedgerEntryItem = v.object({
  id: v.number(),
  userId: v.number(),
  /** Micro-units; positive = credit. */
  amount: v.number(),
  /** The amount of a later kind counts as a correction. */
  kind: v.fallback(v.picklist(['top_up', 'correction', 'call', 'sms', 'refund']), 'correction'),
  /** The call id or SMS id, or the operator's note. */
  reference: v.string(),
  createdAt: v.number(),
});
export type LedgerEntry = v.InferOutput<typeof LedgerEntryItem>;

export interface AccessToken {
  id: number;
  userId: number;
  hash: string;
  name: string;
  hint: string;
  /** Null = all rights, as every token of older releases has. */
  scopes: readonly TokenScope[] | null;
  /** Null = never. */
  expiresAt: number | null;
  revokedAt: number | null;
  requestsPerMinute: number | null;
  /** The tokens that it descends from: its parent last, at most 20. None: operators or an older release created it. */
  ancestors: readonly number[];
  createdAt: number;
  /** When a use was recorded last. Only known to `findByHash`. */
  usedAt?: number | undefined;
}

/** The last use of a token, to the ten minutes. The address is personal data: it is kept for 90 days. */
export interface TokenUse {
  tokenId: number;
  at: number;
  address: string;
  userAgent: string;
}

export interface AccountDeps {
  users: UserStore;
  tokens: TokenStore;
  wallets: WalletStore;
  clock: Clock;
  ids: IdSource;
}

export interface UserStore {
  /** Under the next free id, with an empty wallet. */
  create(user: Omit<User, 'id' | 'reachedCountries'>): Promise<User>;
  get(userId: number): Promise<User | undefined>;
  list(): Promise<User[]>;
  /** Undefined if another request has replaced the secrets of `known`. */
  replaceWebhookSecrets(
    known: User,
    next: Pick<User, 'webhookSecretVersions' | 'webhookSecretEnds'>,
  ): Promise<User | undefined>;
  setCallsAllowed(userId: number, callsAllowed: number): Promise<void>;
  /** In one write. @throws TypeError for a change of nothing */
  update(userId: number, change: UserChange): Promise<void>;
  setDestinations(userId: number, destinations: Partial<UserDestinations>): Promise<void>;
  addCountry(userId: number, country: string): Promise<void>;
  /** `only`: if it is this one. */
  setSmsWebhook(userId: number, url: string | null, only?: string): Promise<void>;
}

export interface TokenStore {
  /** `changed`: a token of the user was added or revoked after `version` was read. Without it, nothing is compared. */
  add(token: AccessToken, version?: number): Promise<'added' | 'id_taken' | 'changed'>;
  /** Expired and revoked ones, too. */
  findByHash(hash: string): Promise<AccessToken | undefined>;
  /** Oldest first. Revoked and expired ones are in it for 90 days, unless they were forgotten. */
  list(userId: number): Promise<AccessToken[]>;
  /** The list, and its version, which every new token and every revocation changes. */
  versioned(userId: number): Promise<{ tokens: AccessToken[]; version: number }>;
  setRequestsPerMinute(userId: number, requestsPerMinute: number | null): Promise<void>;
  revoke(userId: number, tokenId: number, at: number): Promise<'revoked' | 'missing'>;
  /** Tokens that have expired or were revoked. */
  forget(tokens: readonly AccessToken[]): Promise<void>;
  recordUse(token: AccessToken, use: TokenUse): Promise<void>;
  uses(userId: number): Promise<TokenUse[]>;
}

export interface WalletStore {
  get(userId: number): Promise<Wallet | undefined>;
  /** Idempotent. `id_taken`: by another entry. `refused`: no wallet, or `available` would become negative. */
  book(entry: LedgerEntry): Promise<'booked' | 'id_taken' | 'refused'>;
  ledger(userId: number): Promise<LedgerEntry[]>;
}

/** Not two entries with the same id. */
export function isSameEntry(one: LedgerEntry, other: LedgerEntry): boolean {
  return (
    one.id === other.id &&
    one.userId === other.userId &&
    one.amount === other.amount &&
    one.kind === other.kind &&
    one.reference === other.reference
  );
}

export function sumOf(entries: readonly LedgerEntry[]): Micros {
  return entries.reduce((sum, entry) => sum + entry.amount, 0);
}

/** 1,000,000 = one currency unit. Always an integer, so that sums are exact. */
export type Micros = number;

export const MICROS_PER_UNIT = 1_000_000;

/** In currency units. */
export function toDecimal(amount: Micros): number {
  return Number((amount / MICROS_PER_UNIT).toFixed(6));
}

/** `12.5` or `-3`. Undefined for anything but an amount with at most 6 decimals. */
export function parseMicros(text: string): Micros | undefined {
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const micros = Number(whole) * MICROS_PER_UNIT + Number(fraction.padEnd(6, '0'));
  return sign === '-' && micros !== 0 ? -micros : micros;
}
