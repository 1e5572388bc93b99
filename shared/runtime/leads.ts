import { createDynamoDbLeadStore } from '#shared/adapters/dynamodb/dynamodb-lead-store.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import { table } from '#shared/runtime/table.ts';

export function leads(): LeadStore {
  return createDynamoDbLeadStore(table());
}
