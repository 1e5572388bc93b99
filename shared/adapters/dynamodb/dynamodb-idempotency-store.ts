import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionHolds } from '#shared/adapters/dynamodb/condition-holds.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { IdempotencyKey, IdempotencyRecord, IdempotencyStore } from '#shared/platform/http/idempotency.ts';
import { IdempotencyItem } from '#shared/table/items/idempotency-item.ts';
import { keys } from '#shared/table/keys.ts';

/** The SDK sends a request again when its answer was lost: every write here may come twice, and then changes nothing. */
export function createDynamoDbIdempotencyStore(table: Table): IdempotencyStore {
  const { client, tableName: TableName } = table;
  return {
    async begin(key, record) {
      const known = await noteIfAbsent(table, key, record);
      if (known.expiresAt * 1000 > record.startedAt) return known;
      // DynamoDB removes expired items hours later. Whoever replaces this one first begins; the others see that run.
      const isReplaced = await conditionHolds(
        client.send(
          new PutCommand({
            TableName,
            Item: { ...keys.idempotencyKey(key), ...record },
            ConditionExpression: 'expiresAt = :seen',
            ExpressionAttributeValues: { ':seen': known.expiresAt },
          }),
        ),
      );
      return isReplaced ? record : noteIfAbsent(table, key, record);
    },

    async replace(key, record, run) {
      const Item = { ...keys.idempotencyKey(key), ...record };
      return conditionHolds(client.send(new PutCommand({ TableName, Item, ...ifOpen(run) })));
    },

    async forget(key, run) {
      const Key = keys.idempotencyKey(key);
      await conditionHolds(client.send(new DeleteCommand({ TableName, Key, ...ifOpen(run) })));
    },
  };
}

/** One update without a condition: each attribute keeps its value if it has one, and the answer is the item that stands. */
async function noteIfAbsent(
  { client, tableName: TableName }: Table,
  key: IdempotencyKey,
  record: IdempotencyRecord,
): Promise<IdempotencyRecord> {
  const entries = Object.entries(record);
  const { Attributes } = await client.send(
    new UpdateCommand({
      TableName,
      Key: keys.idempotencyKey(key),
      UpdateExpression: `SET ${entries.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
      ReturnValues: 'ALL_NEW',
    }),
  );
  return v.parse(IdempotencyItem, Attributes);
}

function ifOpen(run: string) {
  return {
    ConditionExpression: '#run = :run AND #answer = :none',
    ExpressionAttributeNames: { '#run': 'run', '#answer': 'answer' },
    ExpressionAttributeValues: { ':run': run, ':none': null },
  };
}
