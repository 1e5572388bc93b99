import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import {
  createTable,
  localCredentials,
  startDynamoDbEmulator,
  type DynamoDbEmulator,
} from '#infra/local/emulators/dynamodb-emulator.ts';
import type { Table } from '#shared/platform/table/table.ts';

/** A real table on the emulator for one test file. Call at the top of the file or of a `describe`. */
export function useTable(): { client: () => DynamoDBDocumentClient; tableName: string; real: () => Table } {
  const tableName = 'ringback-test';
  let emulator: DynamoDbEmulator | undefined;
  let client: DynamoDBDocumentClient | undefined;
  beforeAll(async () => {
    emulator = await startDynamoDbEmulator();
    await createTable(emulator.endpoint, tableName);
    client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: emulator.endpoint, ...localCredentials }), {
      marshallOptions: { removeUndefinedValues: true },
    });
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
