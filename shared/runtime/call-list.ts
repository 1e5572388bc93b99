import { createDynamoDbCallList } from '#shared/adapters/dynamodb/call-list/dynamodb-call-list.ts';
import type { CallList } from '#shared/ports/call-list.ts';
import { table } from '#shared/runtime/table.ts';

export function callList(): CallList {
  return createDynamoDbCallList(table());
}
