import { createDynamoDbPhoneNumberStore } from '#shared/adapters/dynamodb/dynamodb-phone-number-store.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';
import { table } from '#shared/runtime/table.ts';

export function phoneNumbers(): PhoneNumberStore {
  return createDynamoDbPhoneNumberStore(table());
}
