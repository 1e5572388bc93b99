import { switchWebhookOff } from '#shared/assistants/switch-webhook.ts';
import type { ChangeDeps } from '#shared/assistants/update-assistant.ts';
import { assistants } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { emptyList, messageAnswer } from '#shared/platform/http/record-fields.ts';

export const handler = defineEndpoint({
  id: 'assistants/remove-inbound-webhook',
  scope: 'admin',
  summary: 'Switch off the inbound webhook',
  answers: { status: 200, body: messageAnswer('Webhook disabled successfully', emptyList()) },
  pathReference: 'assistant_not_found',
  deps: (): ChangeDeps => ({ assistants: assistants(), clock: clock() }),
  handle: async ({ userId, reference }, deps) => {
    await switchWebhookOff({ userId, reference, calls: 'inbound' }, deps);
    return ok({ message: 'Webhook disabled successfully', data: [] });
  },
});
