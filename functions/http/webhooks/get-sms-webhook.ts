import * as v from 'valibot';
import { users } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { readSmsWebhook, SmsWebhookRecord, type SmsWebhookDeps } from '#shared/webhooks/sms-webhook.ts';

export const handler = defineEndpoint({
  id: 'webhooks/get-sms-webhook',
  scope: 'read',
  summary: 'Get the address of the events of SMS',
  answers: { status: 200, body: v.strictObject({ data: SmsWebhookRecord }) },
  deps: (): SmsWebhookDeps => ({ users: users() }),
  handle: async ({ userId }, deps) => ok({ data: await readSmsWebhook(userId, deps) }),
});
