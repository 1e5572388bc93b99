/** Names one key of one user on one route. The key itself may hold anything, so only its hash is kept. */
export interface IdempotencyKey {
  userId: number;
  /** The id of the function, which several paths may share. */
  route: string;
  keyHash: string;
}

export interface StoredAnswer {
  status: number;
  /** JSON, as it was first sent. */
  body: string;
}

/** What is known of a key: the request that it stands for, who works on it, and how it was answered. */
export interface IdempotencyRecord {
  /** Of the request body; see `fingerprint`. */
  fingerprint: string;
  /** Set aside for the record that the request makes, so that every run of it makes the same one. */
  recordId: number;
  /** Stands on the record that the request made, and on no other. */
  token: string;
  /** The run that works on the request, or was the last to. */
  run: string;
  startedAt: number;
  /** A run that has not answered by then is dead. */
  leaseUntil: number;
  answer: StoredAnswer | null;
  /** Epoch seconds; from then on the key is free again. */
  expiresAt: number;
}

/** The identity that an idempotency key has set aside for the record of its request. */
export interface Reservation {
  id: number;
  /** To be kept on the record: tells it from another that has drawn the same id. */
  token: string;
  /** Whether an earlier run has died or failed, and may have made the record already. */
  resumed: boolean;
}

/** Longer than any function behind HTTP may run (30 s), so that a run whose lease has ended is certainly over. */
export const LEASE_MS = 40_000;
export const KEPT_SECONDS = 24 * 3600;
