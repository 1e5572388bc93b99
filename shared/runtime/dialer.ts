import { createDynamoDbDialerStore } from '#shared/adapters/dynamodb/dynamodb-dialer-store.ts';
import type { DialerStore } from '#shared/ports/dialer-store.ts';
import { table } from '#shared/runtime/table.ts';

export function dialer(): DialerStore {
  return createDynamoDbDialerStore(table());
}
