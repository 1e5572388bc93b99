import { createHttpWebhookTransport } from '#shared/adapters/http/http-webhook-transport.ts';
import type { WebhookTransport } from '#shared/ports/webhook-transport.ts';
import { clock } from '#shared/runtime/clock.ts';
import { environment } from '#shared/runtime/environment.ts';

export function webhookTransport(): WebhookTransport {
  const { WEBHOOK_ALLOW_LOOPBACK } = environment.webhooks();
  return createHttpWebhookTransport({ allowLoopback: WEBHOOK_ALLOW_LOOPBACK, clock: clock() });
}
