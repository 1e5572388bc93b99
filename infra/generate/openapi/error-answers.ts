import type { JsonSchema } from '@valibot/to-json-schema';
import type { ContractedRow } from '#infra/generate/openapi/load-contracts.ts';
import type { Answer } from '#infra/generate/openapi/openapi-types.ts';
import { refusalsOf, type Refusal } from '#infra/generate/openapi/refusals.ts';

const descriptions: Record<string, string> = {
  400: 'The body cannot be read, or the service refuses the request for the reason in the message.',
  401: 'The access token is missing, unknown, expired or revoked.',
  403: 'The token lacks the scope that this request needs.',
  404: 'The record does not exist, or belongs to another user.',
  409: 'Another request has this `Idempotency-Key`, or the state of the record does not allow the request.',
  413: 'The body of the request or of the answer is too large.',
  415: 'The body is not sent as JSON.',
  422: 'The request breaks a rule, which the message or the errors name.',
  429: 'The client sends too many requests, or too many calls wait or are in progress.',
  500: 'The service, or the carrier behind it, failed.',
  503: 'The service did not answer in time.',
};

const message: JsonSchema = { type: 'string', description: 'One sentence that says why the request failed.' };

function errorSchema(description: string, more: Record<string, JsonSchema> = {}): JsonSchema {
  return { type: 'object', description, properties: { message, ...more }, required: ['message'] };
}

/** The body of every error, by the name of its component. A status of an endpoint has one of them, never several. */
export const errorSchemas = {
  ErrorResponse: errorSchema('The body of an error without further fields.'),
  ValidationErrorResponse: errorSchema('The body of an error about wrong fields.', {
    errors: { $ref: '#/components/schemas/FieldErrors' },
  }),
  RetryableErrorResponse: errorSchema('The body of an error after which the same request may succeed.', {
    retry_after: {
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The seconds to wait, as in the header. The field is absent if waiting does not help.',
    },
  }),
  ProviderErrorResponse: errorSchema('The body of an error of the service, or of the carrier behind it.', {
    error: {
      type: 'string',
      description: 'The reason of the carrier. The field is absent if the carrier was not asked.',
    },
  }),
  FieldErrors: {
    type: 'object',
    description:
      'The path of each wrong field as it was sent, with one or more sentences about the mistake. The field is absent if the ' +
      'refusal does not concern a single field.',
    minProperties: 1,
    additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
  },
} satisfies Record<string, JsonSchema>;

/** The error responses of an endpoint, by status. */
export function errorAnswers(endpoint: ContractedRow): Record<string, Answer> {
  const byStatus = Object.groupBy(refusalsOf(endpoint), ({ status }) => status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, refusals = []]) => [
      status,
      {
        description: descriptions[status] ?? 'The request was refused.',
        headers: {
          'x-request-id': { $ref: '#/components/headers/RequestId' },
          link: { $ref: '#/components/headers/Link' },
          ...(status === '429' ? rateLimitHeaders(endpoint) : {}),
          ...(refusals.some(({ beside }) => beside?.name === 'retry_after')
            ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }
            : {}),
        },
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${componentOf(refusals)}` },
            examples: Object.fromEntries(
              refusals.map((refusal) => [exampleName(refusal.message), { value: example(refusal) }]),
            ),
          },
        },
      },
    ]),
  );
}

/** Every answer to a token shows how much of its rate limit is left. Successes and 429 list the headers, for brevity. */
export function rateLimitHeaders({ row }: ContractedRow): Record<string, { $ref: string }> {
  if (row.auth === 'none') return {};
  return {
    'x-ratelimit-limit': { $ref: '#/components/headers/RateLimitLimit' },
    'x-ratelimit-remaining': { $ref: '#/components/headers/RateLimitRemaining' },
    'x-ratelimit-reset': { $ref: '#/components/headers/RateLimitReset' },
  };
}

const componentBeside = {
  errors: 'ValidationErrorResponse',
  retry_after: 'RetryableErrorResponse',
  error: 'ProviderErrorResponse',
} as const;

function componentOf(refusals: Refusal[]): keyof typeof errorSchemas {
  const names = new Set(refusals.flatMap(({ beside }) => (beside ? [beside.name] : [])));
  const [name, ...others] = names;
  if (others.length > 0) throw new Error(`one status has refusals with ${[...names].join(' and ')}`);
  return name === undefined ? 'ErrorResponse' : componentBeside[name];
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
