import * as v from 'valibot';
import { setInboundWebhook, type SetInboundWebhookDeps } from '#shared/app/set-inbound-webhook.ts';
import { defineEndpoint } from '#shared/http/define-endpoint.ts';
import { integer, required, webUrl } from '#shared/http/fields.ts';
import { ok } from '#shared/http/http-response.ts';
import { assistants } from '#shared/runtime/assistants.ts';
import { clock } from '#shared/runtime/clock.ts';
import { environment } from '#shared/runtime/environment.ts';

export const handler = defineEndpoint({
  id: 'assistants/enable-inbound-webhook',
  body: v.object({ assistant_id: required(integer()), webhook_url: required(webUrl()) }),
  deps: (): SetInboundWebhookDeps => ({
    assistants: assistants(),
    clock: clock(),
    allowLoopback: environment.webhooks().WEBHOOK_ALLOW_LOOPBACK,
  }),
  handle: async ({ userId, body }, deps) => {
    await setInboundWebhook({ userId, assistantId: body.assistant_id, url: body.webhook_url }, deps);
    return ok({ message: 'Webhook enabled successfully', data: [] });
  },
});
