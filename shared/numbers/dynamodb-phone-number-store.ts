import * as v from 'valibot';
import { PhoneNumberItem, type PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import { absent, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact, update } from '#shared/platform/table/write.ts';

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

    async remove({ userId, id, phoneNumber }) {
      const failed = await transact(table, [
        { remove: keys.phoneNumber.key(userId, id), condition: present },
        { remove: keys.phoneNumberOwner(phoneNumber) },
      ]);
      return failed.length === 0 ? 'removed' : 'not_found';
    },

    async moveTo({ userId, id }, carrierAccount) {
      await update(table, keys.phoneNumber.key(userId, id), { set: { carrierAccount }, condition: present });
    },

    get,

    async findByNumber(e164) {
      const owner = await read(table, keys.phoneNumberOwner(e164), PhoneNumberOwnerItem);
      return owner && get(owner.userId, owner.phoneNumberId);
    },

    list: (userId) => query(table, { partition: keys.phoneNumber.partition(userId) }, PhoneNumberItem),
  };
}

/** The owner of an E.164 number. */
const PhoneNumberOwnerItem = v.object({ userId: v.number(), phoneNumberId: v.number() });
