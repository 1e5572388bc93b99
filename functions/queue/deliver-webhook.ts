import {
  assistants,
  calls,
  recordingPolicy,
  timer,
  users,
  webhookDeliveries,
  webhookTransport,
} from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { secrets } from '#shared/platform/secrets.ts';
import { deliverWebhook, type DeliverWebhookDeps } from '#shared/webhooks/deliver-webhook.ts';

export const handler = defineWorker({
  id: 'queue/deliver-webhook',
  queue: 'deliver-webhook',
  deps: (): DeliverWebhookDeps => ({
    deliveries: webhookDeliveries(),
    calls: calls(),
    users: users(),
    assistants: assistants(),
    secrets: secrets(),
    transport: webhookTransport(),
    recordingPolicy: recordingPolicy(),
    timer: timer(),
    clock: clock(),
    random: Math.random,
    logger,
    metrics,
  }),
  handle: async (message, deps) => {
    addLogContext({ userId: message.userId });
    await deliverWebhook(message, deps);
  },
});
