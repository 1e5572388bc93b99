import { assistants, users } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, oneOf, optional, reference, webUrl } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { secrets } from '#shared/platform/secrets.ts';
import { webhookTransport } from '#shared/transport-container.ts';
import { TestedWebhook, testWebhook, type TestWebhookDeps } from '#shared/webhooks/test-webhook.ts';
import { deliveryEvents } from '#shared/webhooks/webhook.ts';

export const handler = defineEndpoint({
  id: 'webhooks/send-test-webhook',
  scope: 'admin',
  summary: 'Send a test event to a webhook',
  answers: { status: 200, body: messageAnswer('Test event sent successfully', TestedWebhook) },
  refusals: ['assistant_not_found'],
  body: objectOf({
    assistant_id: optional(reference()),
    url: optional(webUrl()),
    event: optional(oneOf(deliveryEvents)),
  }),
  deps: (): TestWebhookDeps => ({
    assistants: assistants(),
    users: users(),
    secrets: secrets(),
    transport: webhookTransport(),
    allowLoopback: environment.webhooks().WEBHOOK_ALLOW_LOOPBACK,
    clock: clock(),
    random: Math.random,
  }),
  handle: async ({ userId, body }, deps) => {
    const { assistant_id: assistantId, url, event } = body;
    const input = {
      userId,
      assistantId: assistantId ?? undefined,
      url: url ?? undefined,
      event: event ?? 'call.completed',
    };
    return ok({ message: 'Test event sent successfully', data: await testWebhook(input, deps) });
  },
});
