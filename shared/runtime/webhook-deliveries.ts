import { createDynamoDbWebhookDeliveryStore } from '#shared/adapters/dynamodb/dynamodb-webhook-delivery-store.ts';
import type { WebhookDeliveryStore } from '#shared/ports/webhook-delivery-store.ts';
import { table } from '#shared/runtime/table.ts';

export function webhookDeliveries(): WebhookDeliveryStore {
  return createDynamoDbWebhookDeliveryStore(table());
}
