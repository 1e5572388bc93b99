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
    summary: 'A call is over and evaluated',
    description:
      'Sent to the `webhook_url` of the assistant while `is_webhook_active` is true; unanswered calls are left out while ' +
      '`send_webhook_only_on_completed` is true.',
  },
  'inbound_call.completed': {
    operationId: 'onInboundCallCompleted',
    summary: 'An inbound call is over and evaluated',
    description:
      'Sent to the `inbound_webhook_url` of the assistant, which an endpoint of its own switches on and off.',
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
      '2XX': { description: 'Delivered. The call keeps the first 2 KB of the body.' },
      '410': { description: 'Switches this webhook off.' },
      default: {
        description: `Sent again, up to ${attemptsInWords} attempts in ${retriesLastInWords}; \`Retry-After\` is honoured up to a day.`,
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
  header('webhook-id', 'The same on every attempt to deliver one event.', 'evt_63753420800123_call.completed'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', '1782820450'),
  header(
    'webhook-signature',
    'Signatures of `{webhook-id}.{webhook-timestamp}.{body}` by the live secrets, HMAC-SHA256 in base64, separated by spaces.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];
