import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type { User } from '#shared/domain/account/account.ts';
import type { UserStore } from '#shared/ports/user-store.ts';
import { UserItem } from '#shared/table/items/user-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbUserStore(table: Table): UserStore {
  const { client, tableName: TableName } = table;
  return {
    async create(user) {
      for (;;) {
        const created = { id: (await highestUserId(table)) + 1, ...user };
        const wallet = { ...keys.wallet(created.id), userId: created.id, balance: 0, available: 0 };
        const ConditionExpression = 'attribute_not_exists(pk)';
        const failed = await transact(table, [
          { Put: { TableName, Item: { ...keys.user(created.id), ...created }, ConditionExpression } },
          { Put: { TableName, Item: wallet, ConditionExpression } },
        ]);
        // Somebody else took the id in between: the next round reads a higher one, so the loop moves on.
        if (!failed.includes(0) && failed.length > 0) throw new Error(`user id ${created.id} is free but has a wallet`);
        if (failed.length === 0) return created;
      }
    },

    async get(userId) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: keys.user(userId), ConsistentRead: true }));
      return Item && v.parse(UserItem, Item);
    },

    async list() {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.user(0).pk },
      });
      return items.map((item) => v.parse(UserItem, item));
    },

    setWebhookSecretVersions: (userId, versions) => setField(table, userId, 'webhookSecretVersions', versions),

    setCallsAllowed: (userId, callsAllowed) => setField(table, userId, 'callsAllowed', callsAllowed),
  };
}

async function setField<Name extends keyof User>(
  { client, tableName: TableName }: Table,
  userId: number,
  name: Name,
  value: User[Name],
): Promise<void> {
  await client.send(
    new UpdateCommand({
      TableName,
      Key: keys.user(userId),
      UpdateExpression: 'SET #field = :value',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#field': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
}

async function highestUserId({ client, tableName }: Table): Promise<number> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.user(0).pk },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  return Items[0] === undefined ? 0 : v.parse(UserItem, Items[0]).id;
}
