import type { AssistantDeps } from '#shared/assistants/assistant-rules.ts';
import { switchWebhookOn, webhookOnBody } from '#shared/assistants/switch-webhook.ts';
import { assistants } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { emptyList, messageAnswer } from '#shared/platform/http/record-fields.ts';

export const handler = defineEndpoint({
  id: 'assistants/enable-webhook',
  scope: 'admin',
  summary: 'Switch on the webhook of an assistant',
  answers: { status: 200, body: messageAnswer('Webhook enabled successfully', emptyList()) },
  refusals: ['assistant_not_found', 'assistants_too_large'],
  assistantInPath: 'assistant_not_found',
  body: webhookOnBody,
  deps: (): Pick<AssistantDeps, 'assistants' | 'clock' | 'allowLoopback'> => ({
    assistants: assistants(),
    clock: clock(),
    allowLoopback: environment.webhooks().WEBHOOK_ALLOW_LOOPBACK,
  }),
  handle: async ({ userId, body }, deps) => {
    await switchWebhookOn({ userId, reference: body.assistant_id, calls: 'all', url: body.webhook_url }, deps);
    return ok({ message: 'Webhook enabled successfully', data: [] });
  },
});
