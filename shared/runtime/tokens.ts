import { createDynamoDbTokenStore } from '#shared/adapters/dynamodb/dynamodb-token-store.ts';
import type { TokenStore } from '#shared/ports/token-store.ts';
import { table } from '#shared/runtime/table.ts';

export function tokens(): TokenStore {
  return createDynamoDbTokenStore(table());
}
