import { addLogContext } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { webhookDeps } from '#shared/webhook-container.ts';
import { deliverWebhook } from '#shared/webhooks/deliver-webhook.ts';

export const handler = defineWorker({
  id: 'queue/deliver-webhook',
  queue: 'deliver-webhook',
  deps: webhookDeps,
  handle: async (message, deps) => {
    addLogContext({ userId: message.userId });
    await deliverWebhook(message, deps);
  },
});
