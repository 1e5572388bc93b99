import { exampleOf } from '#infra/generate/openapi/example-of.ts';
import { jsonSchema } from '#infra/generate/openapi/json-schema.ts';
import type { OpenApiDocument, Parameter, WebhookOperation } from '#infra/generate/openapi/openapi-types.ts';
import type { RecordSchemas } from '#infra/generate/openapi/record-schemas.ts';
import { attemptsInWords, retriesLastInWords } from '#infra/text/retry-schedule.ts';
import { CallCompletedPayload } from '#shared/webhooks/call-completed.ts';
import { webhookEvents, type WebhookEvent } from '#shared/webhooks/webhook.ts';

const notes: Record<WebhookEvent, { operationId: string; summary: string; description: string }> = {
  'call.completed': {
    operationId: 'onCallCompleted',
    summary: 'Announce a call that is over',
    description:
      'The service posts each call to the `webhook_url` of its assistant when it is over and evaluated, if `is_webhook_active` is true. ' +
      'If `send_webhook_only_on_completed` is true, it does not post unanswered calls.',
  },
  'inbound_call.completed': {
    operationId: 'onInboundCallCompleted',
    summary: 'Announce an inbound call that is over',
    description:
      'The service posts each inbound call to the `inbound_webhook_url` of its assistant when it is over and evaluated. Separate ' +
      'endpoints switch this webhook on and off.',
  },
};

/** The requests that the service sends to the servers of its users. */
export function webhookOperations({ components, schemas }: RecordSchemas): OpenApiDocument['webhooks'] {
  const payload = jsonSchema(CallCompletedPayload, components);
  const sample = exampleOf(payload, schemas);
  const operationOf = (event: WebhookEvent): WebhookOperation => ({
    ...notes[event],
    tags: ['webhooks'],
    security: [],
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: payload,
          examples: { sample: { value: { ...(typeof sample === 'object' ? sample : {}), event } } },
        },
      },
    },
    responses: {
      '2XX': { description: 'The webhook is delivered. The record of the call keeps the first 2 KB of this answer.' },
      '410': { description: 'The webhook is not wanted any more. The service switches it off for the assistant.' },
      default: {
        description: `The attempt failed. The service makes up to ${attemptsInWords} attempts in ${retriesLastInWords}, and waits for \`Retry-After\` up to a day.`,
      },
    },
  });
  return Object.fromEntries(webhookEvents.map((event) => [event, { post: operationOf(event) }]));
}

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** https://www.standardwebhooks.com */
const signatureHeaders: Parameter[] = [
  header('webhook-id', 'The id of the event. It is the same for every attempt.', 'evt_63753420800123_call.completed'),
  header('webhook-timestamp', 'The time of this attempt, in seconds since 1970.', '1782820450'),
  header(
    'webhook-signature',
    'The signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces. Each is an HMAC-SHA256 with one of your ' +
      'secrets, in base64.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];
