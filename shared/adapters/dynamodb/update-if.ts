import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/adapters/dynamodb/table.ts';

/** The item after a conditional update; undefined when the condition did not hold. */
export async function updateIf(
  { client, tableName: TableName }: Table,
  update: Omit<UpdateCommandInput, 'TableName'>,
): Promise<Record<string, unknown> | undefined> {
  try {
    return (await client.send(new UpdateCommand({ TableName, ReturnValues: 'ALL_NEW', ...update }))).Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
