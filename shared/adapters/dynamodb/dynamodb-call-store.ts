import { createDynamoDbCallList } from '#shared/adapters/dynamodb/call-list/dynamodb-call-list.ts';
import { createDynamoDbCallRecords } from '#shared/adapters/dynamodb/call-records.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { listSizes, type ListSizes } from '#shared/domain/call-list/list-sizes.ts';
import type { CallStore } from '#shared/ports/call-store.ts';

/** Records and lists of calls together, as the port has them. */
export function createDynamoDbCallStore(table: Table, sizes: ListSizes = listSizes): CallStore {
  return { ...createDynamoDbCallRecords(table), ...createDynamoDbCallList(table, sizes) };
}
