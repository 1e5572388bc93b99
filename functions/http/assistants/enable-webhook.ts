import type { AssistantDeps } from '#shared/assistants/assistant-rules.ts';
import { findAssistantId, enableWebhook } from '#shared/assistants/update-assistant.ts';
import { assistants } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, referenceOrUuid, required, webUrl } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { emptyList, messageAnswer } from '#shared/platform/http/record-fields.ts';

export const handler = defineEndpoint({
  id: 'assistants/enable-webhook',
  scope: 'admin',
  summary: 'Switch post-call notifications on',
  answers: { status: 200, body: messageAnswer('Webhook enabled successfully', emptyList()) },
  refusals: ['assistant_not_found'],
  assistantInPath: 'assistant_not_found',
  body: objectOf({ assistant_id: required(referenceOrUuid()), webhook_url: required(webUrl()) }),
  deps: (): Pick<AssistantDeps, 'assistants' | 'clock' | 'allowLoopback'> => ({
    assistants: assistants(),
    clock: clock(),
    allowLoopback: environment.webhooks().WEBHOOK_ALLOW_LOOPBACK,
  }),
  handle: async ({ userId, body }, deps) => {
    const assistantId = await findAssistantId({ userId, reference: body.assistant_id }, deps);
    await enableWebhook({ userId, assistantId, url: body.webhook_url }, deps);
    return ok({ message: 'Webhook enabled successfully', data: [] });
  },
});
