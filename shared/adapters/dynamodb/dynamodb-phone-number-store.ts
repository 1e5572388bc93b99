import { absent } from '#shared/platform/table/expressions.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact } from '#shared/platform/table/write.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';
import { PhoneNumberItem, PhoneNumberOwnerItem } from '#shared/table/items/phone-number-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbPhoneNumberStore(table: Table): PhoneNumberStore {
  const get = (userId: number, phoneNumberId: number) =>
    read(table, keys.phoneNumber.key(userId, phoneNumberId), PhoneNumberItem);
  return {
    async add(number) {
      const { userId, id, phoneNumber } = number;
      const failed = await transact(table, [
        { put: { ...keys.phoneNumber.key(userId, id), ...number }, condition: absent },
        { put: { ...keys.phoneNumberOwner(phoneNumber), userId, phoneNumberId: id }, condition: absent },
      ]);
      return failed.length === 0 ? 'added' : 'taken';
    },

    get,

    async findByNumber(e164) {
      const owner = await read(table, keys.phoneNumberOwner(e164), PhoneNumberOwnerItem);
      return owner && get(owner.userId, owner.phoneNumberId);
    },

    list: (userId) => query(table, { partition: keys.phoneNumber.partition(userId) }, PhoneNumberItem),
  };
}
