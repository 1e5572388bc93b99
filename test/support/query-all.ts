import { paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/platform/table/table.ts';

/** For tests that look at whole items. Stores use `query`. */
export async function queryAll(
  table: Table,
  query: Omit<QueryCommandInput, 'TableName'>,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const input = { TableName: table.tableName, ConsistentRead: true, ...query };
  for await (const page of paginateQuery({ client: table.client }, input)) items.push(...(page.Items ?? []));
  return items;
}
