import {
  assistants,
  calls,
  queue,
  recordingPolicy,
  smsMessages,
  table,
  timer,
  users,
  webhookDeliveries,
  webhookEndpoints,
} from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { createDynamoDbRateStore } from '#shared/platform/rate-limit.ts';
import { secrets } from '#shared/platform/secrets.ts';
import { withRetries } from '#shared/platform/table/table.ts';
import { webhookTransport } from '#shared/transport-container.ts';
import type { DeliverWebhookDeps } from '#shared/webhooks/deliver-webhook.ts';
import { createHangingSlot, openSlot, type HangingSlot } from '#shared/webhooks/hanging-slot.ts';

const hangingSlot = (): HangingSlot =>
  environment.webhookWaits().WEBHOOK_ONE_WAITS
    ? createHangingSlot({ rates: createDynamoDbRateStore(table(), withRetries), clock: clock() })
    : openSlot;

/** What the workers need that deliver webhooks. */
export const webhookDeps = (): DeliverWebhookDeps => ({
  deliveries: webhookDeliveries(),
  endpoints: webhookEndpoints(),
  hanging: hangingSlot(),
  calls: calls(),
  messages: smsMessages(),
  users: users(),
  assistants: assistants(),
  secrets: secrets(),
  transport: webhookTransport(),
  recordingPolicy: recordingPolicy(),
  queue: queue(),
  timer: timer(),
  clock: clock(),
  random: Math.random,
  logger,
  metrics,
});
