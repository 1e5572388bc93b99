import { paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/adapters/dynamodb/table.ts';

/** Every item of a query, across its pages of 1 MB. Strongly consistent unless the query says otherwise. */
export async function queryAll(
  table: Table,
  query: Omit<QueryCommandInput, 'TableName'>,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const input = { TableName: table.tableName, ConsistentRead: true, ...query };
  for await (const page of paginateQuery({ client: table.client }, input)) items.push(...(page.Items ?? []));
  return items;
}
