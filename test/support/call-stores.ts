import { createDynamoDbCallList } from '#shared/calls/listing/dynamodb-call-list.ts';
import { createDynamoDbCallStore } from '#shared/calls/dynamodb-call-store.ts';
import type { ListSizes } from '#shared/calls/listing/summary.ts';
import type { Table } from '#shared/platform/table/table.ts';

export const createCalls = (table: Table, sizes?: ListSizes) => ({
  ...createDynamoDbCallStore(table, sizes),
  ...createDynamoDbCallList(table, sizes),
});
