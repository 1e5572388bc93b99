import { deliverWebhook, type DeliverWebhookDeps } from '#shared/app/deliver-webhook.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { assistants } from '#shared/runtime/assistants.ts';
import { calls } from '#shared/runtime/calls.ts';
import { clock } from '#shared/runtime/clock.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { recordingTerms } from '#shared/runtime/recording-terms.ts';
import { secrets } from '#shared/runtime/secrets.ts';
import { timer } from '#shared/runtime/timer.ts';
import { users } from '#shared/runtime/users.ts';
import { webhookDeliveries } from '#shared/runtime/webhook-deliveries.ts';
import { webhookTransport } from '#shared/runtime/webhook-transport.ts';

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
    recordingTerms: recordingTerms(),
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
