import type { Micros } from '#shared/domain/account/money.ts';

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
