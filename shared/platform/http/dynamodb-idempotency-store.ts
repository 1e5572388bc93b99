import * as v from 'valibot';
import type { IdempotencyKey, IdempotencyRecord, IdempotencyStore } from '#shared/platform/http/idempotency.ts';
import { attribute, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { put, remove, updateIf } from '#shared/platform/table/write.ts';

/** The SDK repeats a request whose response was lost: every write here is idempotent. */
export function createDynamoDbIdempotencyStore(table: Table): IdempotencyStore {
  const isOpen = (run: string) => ({ run, answer: null });
  return {
    async putIfAbsent(key, record) {
      const known = await addIfAbsent(table, key, record);
      if (known.expiresAt * 1000 > record.startedAt) return known;
      // DynamoDB deletes expired items hours later. The first request that replaces the item starts a run; the others see it.
      const item = { ...keys.idempotencyKey(key), ...record };
      const isReplaced = await put(table, item, { expiresAt: known.expiresAt });
      return isReplaced ? record : addIfAbsent(table, key, record);
    },

    replace: (key, record, run) =>
      put(table, { ...keys.idempotencyKey(key), ...record }, { run: [run, record.run], answer: null }),

    async release(key, run) {
      await remove(table, keys.idempotencyKey(key), isOpen(run));
    },
  };
}

/** One unconditional update: existing attributes keep their values, and the response contains the stored item. */
async function addIfAbsent(table: Table, key: IdempotencyKey, record: IdempotencyRecord): Promise<IdempotencyRecord> {
  const set = Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, expr`if_not_exists(${attribute(name)}, ${value})`]),
  );
  const stored = await updateIf(table, keys.idempotencyKey(key), IdempotencyItem, { set });
  if (!stored) throw new Error('an update without a condition was refused');
  return stored;
}

/** The record of an idempotency key. Usually 0.5 KB; DynamoDB deletes it after `expiresAt`. */
export const IdempotencyItem = v.object({
  fingerprint: v.string(),
  recordId: v.number(),
  token: v.string(),
  run: v.string(),
  startedAt: v.number(),
  leaseUntil: v.number(),
  answer: v.nullable(
    v.object({ status: v.number(), body: v.string(), headers: v.optional(v.record(v.string(), v.string())) }),
  ),
  expiresAt: v.number(),
}) satisfies v.GenericSchema<unknown, IdempotencyRecord>;
