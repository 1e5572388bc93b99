import { createDynamoDbCallList } from '#shared/adapters/dynamodb/call-list/dynamodb-call-list.ts';
import { createDynamoDbCallStore } from '#shared/adapters/dynamodb/dynamodb-call-store.ts';
import type { ListSizes } from '#shared/domain/call-list/list-sizes.ts';
import type { Table } from '#shared/platform/table/table.ts';

/** Records and exact lists of calls on one table. */
export function createCalls(table: Table, sizes?: ListSizes) {
  return { ...createDynamoDbCallStore(table), ...createDynamoDbCallList(table, sizes) };
}
