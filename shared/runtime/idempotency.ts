import { createDynamoDbIdempotencyStore } from '#shared/adapters/dynamodb/dynamodb-idempotency-store.ts';
import type { IdempotencyStore } from '#shared/platform/http/idempotency.ts';
import { table } from '#shared/runtime/table.ts';

export function idempotency(): IdempotencyStore {
  return createDynamoDbIdempotencyStore(table());
}
