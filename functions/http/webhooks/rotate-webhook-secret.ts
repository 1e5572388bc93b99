import {
  rotateWebhookSecretOf,
  WebhookSecretRecord,
  type WebhookSecretDeps,
} from '#shared/accounts/webhook-secrets.ts';
import { users } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { integerBetween, objectOf, optional } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { secrets } from '#shared/platform/secrets.ts';

const DAY_SECONDS = 86_400;

export const handler = defineEndpoint({
  id: 'webhooks/rotate-webhook-secret',
  scope: 'admin',
  summary: 'Rotate the webhook secret',
  answers: { status: 200, body: messageAnswer('Webhook secret rotated successfully', WebhookSecretRecord) },
  body: objectOf({ previous_expires_in_seconds: optional(integerBetween(0, 7 * DAY_SECONDS)) }),
  deps: (): WebhookSecretDeps => ({ users: users(), secrets: secrets(), clock: clock() }),
  handle: async ({ userId, body }, deps) => {
    const previousSeconds = body.previous_expires_in_seconds ?? DAY_SECONDS;
    const data = await rotateWebhookSecretOf({ userId, previousSeconds }, deps);
    return ok({ message: 'Webhook secret rotated successfully', data });
  },
});
