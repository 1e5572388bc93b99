import { queue, webhookDeliveries, webhookEndpoints } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { replayDelivery, DeliveryRecord, type ReplayDeliveryDeps } from '#shared/webhooks/deliveries.ts';

export const handler = defineEndpoint({
  id: 'webhooks/replay-delivery',
  scope: 'admin',
  summary: 'Send a webhook again',
  answers: { status: 200, body: messageAnswer('Webhook queued successfully', DeliveryRecord) },
  refusals: ['delivery_not_found', 'too_many_attempts'],
  pathDelivery: true,
  deps: (): ReplayDeliveryDeps => ({
    deliveries: webhookDeliveries(),
    endpoints: webhookEndpoints(),
    queue: queue(),
  }),
  handle: async ({ userId, deliveryId }, deps) => {
    const data = await replayDelivery({ userId, deliveryId }, deps);
    return ok({ message: 'Webhook queued successfully', data });
  },
});
