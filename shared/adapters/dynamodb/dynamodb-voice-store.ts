import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { VoiceStore } from '#shared/ports/voice-store.ts';
import { VoiceItem } from '#shared/table/items/voice-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbVoiceStore(table: Table): VoiceStore {
  return {
    async add(userId, voice) {
      try {
        await table.client.send(
          new PutCommand({
            TableName: table.tableName,
            Item: { ...keys.voice.key(userId, voice.id), ...voice },
            ConditionExpression: 'attribute_not_exists(pk)',
          }),
        );
        return 'added';
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return 'id_taken';
        throw error;
      }
    },

    async list(userId) {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.voice.partition(userId) },
      });
      return items.map((item) => v.parse(VoiceItem, item));
    },
  };
}
