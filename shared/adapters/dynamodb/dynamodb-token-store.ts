import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { findAccessToken } from '#shared/adapters/dynamodb/find-access-token.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type { TokenStore } from '#shared/ports/token-store.ts';
import { AccessTokenItem } from '#shared/table/items/access-token-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbTokenStore(table: Table): TokenStore {
  const { client, tableName: TableName } = table;
  return {
    async add(token) {
      const itemKeys = [keys.tokenByHash(token.hash), keys.tokenOfUser.key(token.userId, token.id)];
      const failed = await transact(
        table,
        itemKeys.map((key) => ({
          Put: { TableName, Item: { ...key, ...token }, ConditionExpression: 'attribute_not_exists(pk)' },
        })),
      );
      return failed.length === 0 ? 'added' : 'id_taken';
    },

    findByHash: (hash) => findAccessToken(table, hash),

    async list(userId) {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.tokenOfUser.partition(userId) },
      });
      return items.map((item) => v.parse(AccessTokenItem, item));
    },

    async revoke(userId, tokenId, at) {
      const Key = keys.tokenOfUser.key(userId, tokenId);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      if (!Item) return 'missing';
      const token = v.parse(AccessTokenItem, Item);
      if (token.revokedAt !== null) return 'revoked';
      await transact(
        table,
        [Key, keys.tokenByHash(token.hash)].map((key) => ({
          Update: {
            TableName,
            Key: key,
            UpdateExpression: 'SET revokedAt = :at',
            // Another revocation at the same time has won; its moment stays.
            ConditionExpression: 'revokedAt = :never',
            ExpressionAttributeValues: { ':at': at, ':never': null },
          },
        })),
      );
      return 'revoked';
    },
  };
}
