import { createDynamoDbCallStore } from '#shared/adapters/dynamodb/dynamodb-call-store.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import { table } from '#shared/runtime/table.ts';

export function calls(): CallStore {
  return createDynamoDbCallStore(table());
}
