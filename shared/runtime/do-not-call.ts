import { createDynamoDbDoNotCallStore } from '#shared/adapters/dynamodb/dynamodb-do-not-call-store.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';
import { table } from '#shared/runtime/table.ts';

export function doNotCall(): DoNotCallStore {
  return createDynamoDbDoNotCallStore(table());
}
