import type { JsonSchema } from '@valibot/to-json-schema';
import { exampleOf } from '#infra/generate/openapi/example-of.ts';
import { jsonSchema } from '#infra/generate/openapi/json-schema.ts';
import type { OpenApiDocument, Parameter, WebhookOperation } from '#infra/generate/openapi/openapi-types.ts';
import type { RecordSchemas } from '#infra/generate/openapi/record-schemas.ts';
import { attemptsInWords, retriesLastInWords } from '#infra/text/retry-schedule.ts';
import { CallCompletedPayload } from '#shared/webhooks/call-completed.ts';
import { SmsChangedPayload } from '#shared/webhooks/sms-changed.ts';
import { deliveryEvents, isSmsEvent, type DeliveryEvent } from '#shared/webhooks/webhook.ts';

interface Notes {
  operationId: string;
  summary: string;
  description: string;
}

const sms = (status: string, operationId: string, summary: string): Notes => ({
  operationId,
  summary,
  description: `The service posts an SMS to your \`sms_webhook_url\` when ${status}.`,
});

const notes: Record<DeliveryEvent, Notes> = {
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
  'sms.sent': sms('the carrier has accepted it', 'onSmsSent', 'Announce an SMS that is sent'),
  'sms.delivered': sms('it is delivered', 'onSmsDelivered', 'Announce an SMS that is delivered'),
  'sms.undelivered': sms('the carrier cannot deliver it', 'onSmsUndelivered', 'Announce an SMS that is not delivered'),
  'sms.failed': sms('it was not sent, and is refunded', 'onSmsFailed', 'Announce an SMS that is not sent'),
  'sms.received': sms('one of your numbers receives it', 'onSmsReceived', 'Announce an SMS that is received'),
};

/** The requests that the service sends to the servers of its users. */
export function webhookOperations({ components, schemas }: RecordSchemas): OpenApiDocument['webhooks'] {
  const payloads = {
    call: jsonSchema(CallCompletedPayload, components),
    sms: jsonSchema(SmsChangedPayload, components),
  };
  const operationOf = (event: DeliveryEvent): WebhookOperation => {
    const payload = isSmsEvent(event) ? payloads.sms : payloads.call;
    const sample = exampleOf(payload, schemas);
    return {
      ...notes[event],
      ...requestOf(payload, { ...(typeof sample === 'object' ? sample : {}), ...sampleOf(event) }),
    };
  };
  return Object.fromEntries(deliveryEvents.map((event) => [event, { post: operationOf(event) }]));
}

/** What the sample of an event has, besides its name. */
function sampleOf(event: DeliveryEvent) {
  if (!isSmsEvent(event)) return { event };
  const status = event.slice('sms.'.length);
  const isInbound = event === 'sms.received';
  const hasError = event === 'sms.undelivered' || event === 'sms.failed';
  return {
    event,
    status,
    direction: isInbound ? 'inbound' : 'outbound',
    error: hasError ? '30003' : null,
    opt_out: null,
    ...(isInbound && { from: '+12025550100', to: '+12025550199', body: 'Thank you!', total_cost: 0 }),
  };
}

function requestOf(schema: JsonSchema, value: unknown): Omit<WebhookOperation, keyof Notes> {
  return {
    tags: ['webhooks'],
    security: [],
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema,
          examples: { sample: { value } },
        },
      },
    },
    responses: {
      '2XX': { description: 'The webhook is delivered. The record of a call keeps the first 2 KB of this answer.' },
      '410': { description: 'The webhook is not wanted any more. The service switches it off.' },
      default: {
        description: `The attempt failed. The service makes up to ${attemptsInWords} attempts in ${retriesLastInWords}, and waits for \`Retry-After\` up to a day.`,
      },
    },
  };
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
