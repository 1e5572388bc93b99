import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionHolds } from '#shared/adapters/dynamodb/condition-holds.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { WebhookDelivery } from '#shared/domain/webhook/webhook-delivery.ts';
import type { WebhookDeliveryStore } from '#shared/ports/webhook-delivery-store.ts';
import { WebhookDeliveryItem } from '#shared/table/items/webhook-delivery-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbWebhookDeliveryStore(table: Table): WebhookDeliveryStore {
  const { client, tableName: TableName } = table;
  return {
    async create(delivery) {
      const Item = { ...keys.webhookDelivery(delivery.userId, delivery.callId, delivery.event), ...delivery };
      const ConditionExpression = 'attribute_not_exists(pk)';
      const created = await conditionHolds(client.send(new PutCommand({ TableName, Item, ConditionExpression })));
      return created ? 'created' : 'exists';
    },

    async get(userId, callId, event) {
      const Key = keys.webhookDelivery(userId, callId, event);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item && v.parse(WebhookDeliveryItem, Item);
    },

    listOfCall: (userId, callId) => listOfCall(table, userId, callId),

    async claimAttempt(delivery, at, until) {
      const claimed = await conditionHolds(
        setStatus(table, delivery, 'pending', {
          UpdateExpression: 'SET #status = :status, claimedUntil = :until',
          ConditionExpression:
            '#status = :status AND size(attempts) = :before AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :at)',
          values: { ':until': until, ':at': at, ':before': delivery.attempts.length },
        }),
      );
      return claimed ? 'claimed' : 'taken';
    },

    async recordAttempt(delivery, attempt, status) {
      const recorded = await conditionHolds(
        setStatus(table, delivery, status, {
          UpdateExpression: 'SET #status = :status, attempts = list_append(attempts, :attempt) REMOVE claimedUntil',
          ConditionExpression: '#status = :pending AND size(attempts) = :before',
          values: { ':pending': 'pending', ':attempt': [attempt], ':before': delivery.attempts.length },
        }),
      );
      return recorded ? 'recorded' : 'conflict';
    },

    async reopen(delivery) {
      await setStatus(table, delivery, 'pending', {
        UpdateExpression: 'SET #status = :status',
        ConditionExpression: 'attribute_exists(pk)',
        values: {},
      });
    },
  };
}

async function listOfCall(table: Table, userId: number, callId: number): Promise<WebhookDelivery[]> {
  const { pk, sk } = keys.webhookDelivery(userId, callId, '');
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
  });
  return items.map((item) => v.parse(WebhookDeliveryItem, item));
}

function setStatus(
  { client, tableName: TableName }: Table,
  { userId, callId, event }: WebhookDelivery,
  status: WebhookDelivery['status'],
  update: { UpdateExpression: string; ConditionExpression: string; values: Record<string, unknown> },
): Promise<unknown> {
  const { values, ...expressions } = update;
  return client.send(
    new UpdateCommand({
      TableName,
      Key: keys.webhookDelivery(userId, callId, event),
      ...expressions,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': status, ...values },
    }),
  );
}
