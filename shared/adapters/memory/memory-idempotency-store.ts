import type { IdempotencyKey, IdempotencyRecord, IdempotencyStore } from '#shared/platform/http/idempotency.ts';

/** The records are shared with whoever gave them. */
export function createMemoryIdempotencyStore(records = new Map<string, IdempotencyRecord>()): IdempotencyStore {
  const openRecord = (key: IdempotencyKey, run: string) => {
    const known = records.get(nameOf(key));
    return known?.run === run && known.answer === null;
  };
  return {
    async begin(key, record) {
      const known = records.get(nameOf(key));
      if (known && known.expiresAt * 1000 > record.startedAt) return structuredClone(known);
      records.set(nameOf(key), structuredClone(record));
      return structuredClone(record);
    },
    async replace(key, record, run) {
      if (!openRecord(key, run)) return false;
      records.set(nameOf(key), structuredClone(record));
      return true;
    },
    async forget(key, run) {
      if (openRecord(key, run)) records.delete(nameOf(key));
    },
  };
}

function nameOf({ userId, route, keyHash }: IdempotencyKey): string {
  return `${userId} ${route} ${keyHash}`;
}
