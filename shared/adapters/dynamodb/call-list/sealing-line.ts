import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { SealingLineItem } from '#shared/table/items/call-seal-items.ts';
import { keys } from '#shared/table/keys.ts';

/** How far the calls of a user are sealed, and the money that the same item holds. */
export async function readSealingLine(
  { client, tableName: TableName }: Table,
  userId: number,
): Promise<v.InferOutput<typeof SealingLineItem>> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: keys.wallet(userId), ConsistentRead: true }));
  return Item ? v.parse(SealingLineItem, Item) : { available: 0, callsSealedTo: 0 };
}
