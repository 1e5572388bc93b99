import { createHash, randomBytes } from 'node:crypto';
import type { Micros } from '#shared/accounts/money.ts';

export interface User {
  id: number;
  name: string;
  email: string | null;
  /** Versions of the webhook signing secret that are live; the first one signs, the others still verify. */
  webhookSecretVersions: number[];
  /** How many calls of the user may run at once. */
  callsAllowed: number;
  createdAt: number;
}

/** What every user may do until ops allow more. */
export const DEFAULT_CALLS_ALLOWED = 10;

/** `available` is the balance less everything held for calls that run. Neither is ever negative. */
export interface Wallet {
  balance: Micros;
  available: Micros;
}

export const ledgerEntryKinds = ['top_up', 'correction', 'call', 'sms', 'refund'] as const;

/** One change of a balance. The entries of a user always add up to the balance. */
export interface LedgerEntry {
  id: number;
  userId: number;
  /** Positive = money in. */
  amount: Micros;
  kind: (typeof ledgerEntryKinds)[number];
  /** What the entry pays for: a call id, or the operator's note. */
  reference: string;
  createdAt: number;
}

/** A bearer token as it is stored: never the token itself. */
export interface AccessToken {
  id: number;
  userId: number;
  /** SHA-256 of the token, hex. */
  hash: string;
  name: string;
  /** The first characters of the token, to tell tokens apart in lists. */
  hint: string;
  expiresAt: number | null;
  revokedAt: number | null;
  createdAt: number;
}

const PREFIX = 'rb_';
const HINT_LENGTH = PREFIX.length + 6;

/** A bearer token: `rb_` and 32 bytes in base64url, random unless given. */
export function createAccessToken(bytes: Buffer = randomBytes(32)): string {
  return PREFIX + bytes.toString('base64url');
}

/** What is stored of a token. It holds 256 random bits, so a plain hash cannot be guessed back. */
export function hashAccessToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The first characters of a token: enough to tell tokens apart, useless for getting in. */
export function accessTokenHint(token: string): string {
  return token.slice(0, HINT_LENGTH);
}

export function isTokenLive(token: AccessToken, now: number): boolean {
  return token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now);
}

/** Whether this is one entry sent twice, and not two entries that drew the same id. */
export function isSameEntry(one: LedgerEntry, other: LedgerEntry): boolean {
  return (
    one.id === other.id &&
    one.userId === other.userId &&
    one.amount === other.amount &&
    one.kind === other.kind &&
    one.reference === other.reference
  );
}

/** What the entries of a user add up to: always the balance. */
export function sumOf(entries: readonly LedgerEntry[]): Micros {
  return entries.reduce((sum, entry) => sum + entry.amount, 0);
}

export interface UserStore {
  /** Gives the user the next free small id, and an empty wallet. */
  create(user: Omit<User, 'id'>): Promise<User>;
  get(userId: number): Promise<User | undefined>;
  list(): Promise<User[]>;
  /** Replaces the live versions of the user's webhook secret. */
  setWebhookSecretVersions(userId: number, versions: number[]): Promise<void>;
  setCallsAllowed(userId: number, callsAllowed: number): Promise<void>;
}

export interface TokenStore {
  add(token: AccessToken): Promise<'added' | 'id_taken'>;
  /** Expired and revoked ones included: the rule decides. */
  findByHash(hash: string): Promise<AccessToken | undefined>;
  /** Oldest first. */
  list(userId: number): Promise<AccessToken[]>;
  /** A token that was revoked before stays as it is. */
  revoke(userId: number, tokenId: number, at: number): Promise<'revoked' | 'missing'>;
}

/** Balances. Holds and settlements of calls go through the call store, in one transaction with the call. */
export interface WalletStore {
  get(userId: number): Promise<Wallet | undefined>;
  /**
   * Adds the entry's amount to the balance, ledger entry included; the same entry again changes nothing.
   * `id_taken`: another entry has this id. `refused`: the wallet is missing, or less than zero would be available.
   */
  book(entry: LedgerEntry): Promise<'booked' | 'id_taken' | 'refused'>;
  /** All entries, oldest first. */
  ledger(userId: number): Promise<LedgerEntry[]>;
}
