import { webhookDeliveryId, type WebhookDelivery } from '#shared/domain/webhook/webhook-delivery.ts';

export function buildDelivery(changes: Partial<WebhookDelivery> = {}): WebhookDelivery {
  const { callId = 1, event = 'call.completed' } = changes;
  return {
    id: webhookDeliveryId(callId, event),
    userId: 7,
    callId,
    event,
    url: 'https://example.com/hook',
    status: 'pending',
    attempts: [],
    createdAt: Date.UTC(2026, 5, 30, 12),
    ...changes,
  };
}
