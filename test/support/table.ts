import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { localCredentials } from '#infra/local/address/names.ts';
import { createTable, startDynamoDbEmulator, type DynamoDbEmulator } from '#infra/local/aws/table/dynamodb-emulator.ts';
import { quickRetries } from '#shared/platform/environment.ts';
import { addFastRequests } from '#shared/platform/fast-requests.ts';
import type { Table } from '#shared/platform/table/table.ts';

/** With the fast requests and the retries of the functions. */
export function tableClient(endpoint: string): DynamoDBDocumentClient {
  const retries = quickRetries();
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, ...localCredentials, ...retries }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  addFastRequests(client, () => undefined, retries.retryStrategy);
  return client;
}

/** A real table on the emulator for one test file. Call at the top of the file or of a `describe`. */
export function useTable(): { client: () => DynamoDBDocumentClient; tableName: string; real: () => Table } {
  const tableName = 'ringback-test';
  let emulator: DynamoDbEmulator | undefined;
  let client: DynamoDBDocumentClient | undefined;
  beforeAll(async () => {
    emulator = await startDynamoDbEmulator();
    await createTable(emulator.endpoint, tableName);
    client = tableClient(emulator.endpoint);
  });
  afterAll(async () => {
    client?.destroy();
    await emulator?.stop();
  });
  const openClient = () => {
    if (!client) throw new Error('the table is there only while tests run');
    return client;
  };
  return { tableName, client: openClient, real: () => ({ client: openClient(), tableName }) };
}

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
