import type { JsonSchema } from '@valibot/to-json-schema';
import type { ContractedRow } from '#infra/openapi/load-contracts.ts';
import type { Answer, MediaType } from '#infra/openapi/openapi-types.ts';
import { refusalsOf, type Refusal } from '#infra/openapi/refusals.ts';

const descriptions: Record<string, string> = {
  400: 'The request cannot be read, or not be carried out as it is.',
  401: 'The access token is missing, unknown, expired or revoked.',
  404: 'The record does not exist, or belongs to another user.',
  409: 'Another request has this `Idempotency-Key`.',
  413: 'The body is too large.',
  415: 'The body is not sent as JSON.',
  422: 'The request breaks a rule.',
  429: 'Too many requests, or too much waits.',
  500: 'The service failed.',
  503: 'The service did not answer in time.',
};

/** The error responses of an endpoint, by status. */
export function errorAnswers(endpoint: ContractedRow): Record<string, Answer> {
  const byStatus = Object.groupBy(refusalsOf(endpoint), ({ status }) => status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, refusals = []]) => [
      status,
      {
        description: descriptions[status] ?? 'Refused.',
        headers: {
          'x-request-id': { $ref: '#/components/headers/RequestId' },
          ...(status === '429' ? rateLimitHeaders(endpoint) : {}),
          ...(refusals.some(({ beside }) => beside?.name === 'retry_after')
            ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }
            : {}),
        },
        content: { 'application/json': mediaType(refusals) },
      },
    ]),
  );
}

/** Every answer to a token tells how much of its rate limit is left. Successes and 429 list the headers, for brevity. */
export function rateLimitHeaders({ row }: ContractedRow): Record<string, { $ref: string }> {
  if (row.auth === 'none') return {};
  return {
    'x-ratelimit-limit': { $ref: '#/components/headers/RateLimitLimit' },
    'x-ratelimit-remaining': { $ref: '#/components/headers/RateLimitRemaining' },
    'x-ratelimit-reset': { $ref: '#/components/headers/RateLimitReset' },
  };
}

function mediaType(refusals: Refusal[]): MediaType {
  const [first, ...others] = bodySchemas(refusals);
  if (!first) throw new Error('a status has refusals');
  return {
    schema: others.length === 0 ? first : { oneOf: [first, ...others] },
    examples: Object.fromEntries(
      refusals.map((refusal) => [exampleName(refusal.message), { value: example(refusal) }]),
    ),
  };
}

/** Bodies that consist of a message become one schema with several messages. */
function bodySchemas(refusals: Refusal[]): JsonSchema[] {
  const simple = refusals.filter(({ beside, messageSchema }) => !beside && !messageSchema);
  const messages = [...new Set(simple.map(({ message }) => message))];
  return [
    ...(messages.length === 0 ? [] : [bodySchema({ message: { type: 'string', enum: messages } })]),
    ...refusals
      .filter((refusal) => !simple.includes(refusal))
      .map(({ message, messageSchema, beside }) =>
        bodySchema({
          message: messageSchema ?? { type: 'string', enum: [message] },
          ...(beside ? { [beside.name]: beside.schema } : {}),
        }),
      ),
  ];
}

function bodySchema(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function example({ message, beside }: Refusal): Record<string, unknown> {
  return { message, ...(beside ? { [beside.name]: beside.example } : {}) };
}

function exampleName(message: string): string {
  return message
    .replaceAll(/[^A-Za-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();
}
