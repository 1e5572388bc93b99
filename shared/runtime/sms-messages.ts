import { createDynamoDbSmsStore } from '#shared/adapters/dynamodb/dynamodb-sms-store.ts';
import type { SmsStore } from '#shared/ports/sms-store.ts';
import { table } from '#shared/runtime/table.ts';

export function smsMessages(): SmsStore {
  return createDynamoDbSmsStore(table());
}
