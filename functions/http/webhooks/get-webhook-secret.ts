import * as v from 'valibot';
import { showWebhookSecret, WebhookSecretRecord, type WebhookSecretDeps } from '#shared/accounts/webhook-secrets.ts';
import { users } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { secrets } from '#shared/platform/secrets.ts';

export const handler = defineEndpoint({
  id: 'webhooks/get-webhook-secret',
  scope: 'admin',
  summary: 'Get the secret that signs your webhooks',
  answers: { status: 200, body: v.strictObject({ data: WebhookSecretRecord }) },
  deps: (): WebhookSecretDeps => ({ users: users(), secrets: secrets(), clock: clock() }),
  handle: async ({ userId }, deps) => ok({ data: await showWebhookSecret(userId, deps) }),
});
