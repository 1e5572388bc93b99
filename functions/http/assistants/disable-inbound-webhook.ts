import type { AssistantDeps } from '#shared/assistants/assistant-rules.ts';
import { disableInboundWebhook, findAssistantId } from '#shared/assistants/update-assistant.ts';
import { assistants } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, referenceOrUuid, required } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { emptyList, messageAnswer } from '#shared/platform/http/record-fields.ts';

export const handler = defineEndpoint({
  id: 'assistants/disable-inbound-webhook',
  scope: 'admin',
  summary: 'Switch inbound-call notifications off',
  answers: { status: 200, body: messageAnswer('Webhook disabled successfully', emptyList()) },
  refusals: ['assistant_not_found'],
  body: objectOf({ assistant_id: required(referenceOrUuid()) }),
  deps: (): Pick<AssistantDeps, 'assistants' | 'clock'> => ({ assistants: assistants(), clock: clock() }),
  handle: async ({ userId, body }, deps) => {
    const assistantId = await findAssistantId({ userId, reference: body.assistant_id }, deps);
    await disableInboundWebhook({ userId, assistantId }, deps);
    return ok({ message: 'Webhook disabled successfully', data: [] });
  },
});
