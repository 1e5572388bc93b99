import { users } from '#shared/container.ts';
import { environment } from '#shared/platform/environment.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, optional, webUrl } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { setSmsWebhook, SmsWebhookRecord, type SetSmsWebhookDeps } from '#shared/webhooks/sms-webhook.ts';

export const handler = defineEndpoint({
  id: 'webhooks/set-sms-webhook',
  scope: 'admin',
  summary: 'Set the address of the events of SMS',
  answers: { status: 200, body: messageAnswer('SMS webhook updated successfully', SmsWebhookRecord) },
  body: objectOf({ sms_webhook_url: optional(webUrl()) }),
  deps: (): SetSmsWebhookDeps => ({
    users: users(),
    allowLoopback: environment.webhooks().WEBHOOK_ALLOW_LOOPBACK,
  }),
  handle: async ({ userId, body: { sms_webhook_url: url } }, deps) => {
    const data = await setSmsWebhook({ userId, url }, deps);
    return ok({ message: 'SMS webhook updated successfully', data });
  },
});
