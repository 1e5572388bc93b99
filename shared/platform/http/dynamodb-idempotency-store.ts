import * as v from 'valibot';
import type { IdempotencyKey, IdempotencyRecord, IdempotencyStore } from '#shared/platform/http/idempotency.ts';
import { attribute, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { put, remove, updateIf } from '#shared/platform/table/write.ts';

/** The SDK sends a request again when its answer was lost: each write here may come twice, and then changes nothing. */
export function createDynamoDbIdempotencyStore(table: Table): IdempotencyStore {
  const isOpen = (run: string) => ({ run, answer: null });
  return {
    async putIfAbsent(key, record) {
      const known = await addIfAbsent(table, key, record);
      if (known.expiresAt * 1000 > record.startedAt) return known;
      // DynamoDB removes expired items hours later. The first request to replace this one begins; the others see that run.
      const item = { ...keys.idempotencyKey(key), ...record };
      const isReplaced = await put(table, item, { expiresAt: known.expiresAt });
      return isReplaced ? record : addIfAbsent(table, key, record);
    },

    replace: (key, record, run) => put(table, { ...keys.idempotencyKey(key), ...record }, isOpen(run)),

    async release(key, run) {
      await remove(table, keys.idempotencyKey(key), isOpen(run));
    },
  };
}

/** One update without a condition: an attribute that has a value keeps it, and the answer is the item as it stands. */
async function addIfAbsent(table: Table, key: IdempotencyKey, record: IdempotencyRecord): Promise<IdempotencyRecord> {
  const set = Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, expr`if_not_exists(${attribute(name)}, ${value})`]),
  );
  const stored = await updateIf(table, keys.idempotencyKey(key), IdempotencyItem, { set });
  if (!stored) throw new Error('an update without a condition was refused');
  return stored;
}

/** What is known of an idempotency key. 0.5 KB with the usual answer; DynamoDB removes it after `expiresAt`. */
export const IdempotencyItem = v.object({
  fingerprint: v.string(),
  recordId: v.number(),
  token: v.string(),
  run: v.string(),
  startedAt: v.number(),
  leaseUntil: v.number(),
  answer: v.nullable(v.object({ status: v.number(), body: v.string() })),
  expiresAt: v.number(),
}) satisfies v.GenericSchema<unknown, IdempotencyRecord>;
