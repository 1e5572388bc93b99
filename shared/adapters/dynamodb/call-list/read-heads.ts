import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { batchGet } from '#shared/adapters/dynamodb/batch-get.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { Call } from '#shared/domain/call/call.ts';
import type { IdRange } from '#shared/domain/call-list/cover-range.ts';
import { CallItem } from '#shared/table/items/call-item.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

/** All heads of a range, newest first. */
export async function readHeads(table: Table, userId: number, range: IdRange): Promise<Call[]> {
  if (range.from >= range.to) return [];
  const items = await queryAll(table, { ...headsIn(userId, range), ScanIndexForward: false });
  return items.map((item) => v.parse(CallItem, item));
}

/** At most so many heads from one end of a range; `reached` is how far they tell everything. */
export async function readSomeHeads(
  { client, tableName: TableName }: Table,
  userId: number,
  { range, limit, order }: { range: IdRange; limit: number; order: 'newest first' | 'oldest first' },
): Promise<{ heads: Call[]; reached: number }> {
  const isForward = order === 'oldest first';
  const end = isForward ? range.to : range.from;
  if (range.from >= range.to) return { heads: [], reached: end };
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName,
      ConsistentRead: true,
      ...headsIn(userId, range),
      ScanIndexForward: isForward,
      Limit: limit,
    }),
  );
  const heads = Items.map((item) => v.parse(CallItem, item));
  const last = heads.at(-1);
  if (LastEvaluatedKey === undefined || last === undefined) return { heads, reached: end };
  return { heads, reached: isForward ? last.id + 1 : last.id };
}

/** The heads of these calls; one that does not exist is missing. */
export async function readHeadsOf(table: Table, userId: number, ids: readonly number[]): Promise<Call[]> {
  const found = await batchGet(
    table,
    ids.map((id) => keys.call.key(userId, id)),
  );
  return ids.flatMap((id) => {
    const item = found.get(keys.call.key(userId, id));
    return item ? [v.parse(CallItem, item)] : [];
  });
}

function headsIn(userId: number, { from, to }: IdRange) {
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :last',
    ExpressionAttributeValues: {
      ':pk': keys.call.partition(userId),
      ':from': sortableId(from),
      ':last': sortableId(to - 1),
    },
  };
}
