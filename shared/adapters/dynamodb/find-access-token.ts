import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { AccessToken } from '#shared/domain/account/account.ts';
import { AccessTokenItem } from '#shared/table/items/access-token-item.ts';
import { keys } from '#shared/table/keys.ts';

/** On its own, so that the authorizer's bundle holds this one read and no write. */
export async function findAccessToken(table: Table, hash: string): Promise<AccessToken | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.tableName, Key: keys.tokenByHash(hash), ConsistentRead: true }),
  );
  return Item && v.parse(AccessTokenItem, Item);
}
