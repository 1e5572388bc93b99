import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';
import { PhoneNumberItem } from '#shared/table/items/phone-number-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbPhoneNumberStore(table: Table): PhoneNumberStore {
  const { client, tableName: TableName } = table;
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
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: keys.phoneNumber.key(userId, phoneNumberId), ConsistentRead: true }),
      );
      return Item && v.parse(PhoneNumberItem, Item);
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
