import { createDynamoDbUserStore } from '#shared/adapters/dynamodb/dynamodb-user-store.ts';
import type { UserStore } from '#shared/ports/user-store.ts';
import { table } from '#shared/runtime/table.ts';

export function users(): UserStore {
  return createDynamoDbUserStore(table());
}
