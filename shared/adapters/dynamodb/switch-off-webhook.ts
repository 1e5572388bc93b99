import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { keys } from '#shared/table/keys.ts';

type Change = Pick<UpdateCommandInput, 'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeValues'>;

/** Each webhook by its own condition. The version grows, so that an update which has read the old state starts over. */
export async function switchOffWebhook(table: Table, userId: number, assistantId: number, url: string): Promise<void> {
  const change = (input: Change) => updateIf(table, keys.assistant.key(userId, assistantId), input);
  await change({
    UpdateExpression: 'SET isWebhookActive = :off, #version = #version + :one',
    ConditionExpression: 'webhookUrl = :url AND isWebhookActive = :on',
    ExpressionAttributeValues: { ':url': url, ':on': true, ':off': false, ':one': 1 },
  });
  await change({
    UpdateExpression: 'SET inboundWebhookUrl = :none, #version = #version + :one',
    ConditionExpression: 'inboundWebhookUrl = :url',
    ExpressionAttributeValues: { ':url': url, ':none': null, ':one': 1 },
  });
}

async function updateIf(table: Table, Key: UpdateCommandInput['Key'], change: Change): Promise<void> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.tableName,
        Key,
        ExpressionAttributeNames: { '#version': 'version' },
        ...change,
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
