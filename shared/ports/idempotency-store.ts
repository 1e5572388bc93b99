import type { IdempotencyKey, IdempotencyRecord } from '#shared/domain/idempotency/idempotency-record.ts';

/** Which requests with an idempotency key have run, and how they were answered. An expired record counts as absent. */
export interface IdempotencyStore {
  /**
   * Stores the record if nothing is known of the key, in one round trip. Gives what stands now: this record, or the
   * one that was there, which `run` tells apart.
   */
  begin(key: IdempotencyKey, record: IdempotencyRecord): Promise<IdempotencyRecord>;
  /** Replaces the record while it has no answer and `run` is still the one that works on it; false when not. */
  replace(key: IdempotencyKey, record: IdempotencyRecord, run: string): Promise<boolean>;
  /** Frees the key while its record has no answer and `run` is still the one that works on it. */
  forget(key: IdempotencyKey, run: string): Promise<void>;
}
