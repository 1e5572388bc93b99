import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';
import type { ItemKey } from '#shared/table/definition.ts';
import { PhoneNumberItem, PhoneNumberOwnerItem } from '#shared/table/items/phone-number-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbPhoneNumberStore(table: Table): PhoneNumberStore {
  const { client, tableName: TableName } = table;
  const read = async (Key: ItemKey) =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  return {
    async add(number) {
      const owner = { ...keys.phoneNumberOwner(number.phoneNumber), userId: number.userId, phoneNumberId: number.id };
      const ConditionExpression = 'attribute_not_exists(pk)';
      const failed = await transact(table, [
        {
          Put: {
            TableName,
            Item: { ...keys.phoneNumber.key(number.userId, number.id), ...number },
            ConditionExpression,
          },
        },
        { Put: { TableName, Item: owner, ConditionExpression } },
      ]);
      return failed.length === 0 ? 'added' : 'taken';
    },

    async get(userId, phoneNumberId) {
      const item = await read(keys.phoneNumber.key(userId, phoneNumberId));
      return item && v.parse(PhoneNumberItem, item);
    },

    async findByNumber(e164) {
      const owner = await read(keys.phoneNumberOwner(e164));
      if (!owner) return undefined;
      const { userId, phoneNumberId } = v.parse(PhoneNumberOwnerItem, owner);
      const item = await read(keys.phoneNumber.key(userId, phoneNumberId));
      return item && v.parse(PhoneNumberItem, item);
    },

    async list(userId) {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.phoneNumber.partition(userId) },
      });
      return items.map((item) => v.parse(PhoneNumberItem, item));
    },
  };
}
