import type { JsonSchema } from '@valibot/to-json-schema';
import { errorSchemas } from '#infra/generate/openapi/error-answers.ts';
import { loadContracts } from '#infra/generate/openapi/load-contracts.ts';
import { tagNotes } from '#infra/generate/openapi/notes.ts';
import type { OpenApiDocument, Operation } from '#infra/generate/openapi/openapi-types.ts';
import { answerComponentOf, bodyComponentOf, bodySchemaOf, operationOf } from '#infra/generate/openapi/operation.ts';
import { recordSchemas } from '#infra/generate/openapi/record-schemas.ts';
import { webhookOperations } from '#infra/generate/openapi/webhook-operations.ts';
import project from '#package.json' with { type: 'json' };
import { documentedRows } from '#shared/manifest/http-rows.ts';
import { documentedRoutesOf, type HttpRow } from '#shared/manifest/manifest-row.ts';
import { CallCompletedPayload } from '#shared/webhooks/call-completed.ts';

const description = `AI voice assistants that call your customers.

Every request carries \`Authorization: Bearer <ACCESS_TOKEN>\`. You see and change your own records only; those of others
answer as if they did not exist. Bodies are JSON of at most 256 KB. Every answer has an \`x-request-id\`. Every error has a \`message\`;
wrong fields are listed in \`errors\`, each with its sentences. Booleans may also be sent as 1, 0, "1" or "0"; text is trimmed, and
an empty string counts as null, and a number may be sent as text. Fields that an endpoint does not know are ignored unless it says otherwise. Times are UTC.

An access token has 600 requests a minute, of them 100 at once, unless your account has another limit. Reads and writes count
alike. Every answer tells the state: \`X-RateLimit-Limit\` (requests per minute), \`X-RateLimit-Remaining\` (requests that are
possible at once), \`X-RateLimit-Reset\` (when the whole burst is possible again, seconds since 1970). One request too many
answers 429 with \`Retry-After\`.`;

/** The whole HTTP API in OpenAPI 3.1, generated from the manifest and the contract of each endpoint. */
export async function openApiDocument(): Promise<OpenApiDocument> {
  const endpoints = await loadContracts(documentedRows);
  const answers = endpoints.flatMap(({ contract }) => (contract.answers ? [contract.answers.body] : []));
  const records = recordSchemas([...answers, CallCompletedPayload]);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    const operation = await operationOf(endpoint, records);
    for (const [index, { method, path }] of documentedRoutesOf(endpoint.row).entries()) {
      (paths[path] ??= {})[method.toLowerCase()] = index === 0 ? operation : aliasOf(operation, index, endpoint.row);
    }
  }
  const bodies = endpoints.flatMap((endpoint): Array<[string, JsonSchema]> => {
    const schema = bodySchemaOf(endpoint);
    return schema ? [[bodyComponentOf(endpoint.row.id), schema]] : [];
  });
  const named = endpoints.flatMap((endpoint) => answerComponentOf(endpoint, records) ?? []);
  const used = new Set(endpoints.map(({ row }) => row.id.split('/')[0] ?? row.id));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Ringback',
      version: project.version,
      description,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api', description: 'The service that serves this document.' }],
    tags: [...used].map((name) => ({ name, description: tagNotes[name] ?? '' })),
    security: [{ bearer: [] }],
    paths,
    webhooks: webhookOperations(records),
    components: {
      ...sharedComponents,
      schemas: {
        ...records.schemas,
        ...Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
        ...Object.fromEntries(bodies),
        ...errorSchemas,
      },
    },
  };
}

function aliasOf(operation: Operation, index: number, { method, path }: HttpRow): Operation {
  return {
    ...operation,
    operationId: `${operation.operationId}Alias${index === 1 ? '' : index}`,
    deprecated: true,
    description: `The same as \`${method} ${path}\`, for clients that call it here.`,
  };
}

const positive: JsonSchema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

const sharedComponents = {
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An access token of your account. One with scopes does what they name: `read`, `calls`, `sms`, `admin`.',
    },
  },
  headers: {
    RequestId: { description: 'Names this request in questions to support.', schema: { type: 'string' } },
    IdempotentReplayed: { description: '`true` on a repeat of the first answer.', schema: { type: 'string' } },
    LanguageModel: {
      description: '`rehearsal` if the built-in model speaks, which answers by fixed rules and is no language model.',
      schema: { type: 'string' },
    },
    Link: {
      description:
        'The operation in this document: `<…/openapi.json#/paths/…>; rel="help"`. API Gateway’s own errors lack it.',
      schema: { type: 'string' },
    },
    Location: { description: 'Where to go on.', schema: { type: 'string', format: 'uri' } },
    RateLimitLimit: {
      description: 'Requests of this token per minute, if they are limited.',
      schema: positive,
    },
    RateLimitRemaining: {
      description: 'Requests that are possible at once.',
      schema: { ...positive, minimum: 0 },
    },
    RateLimitReset: {
      description: 'When the whole burst is possible again, in seconds since 1970.',
      schema: positive,
    },
    RetryAfter: { description: 'Seconds to wait before the next try.', schema: positive },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'A name of your choice for this request, kept for 24 hours: a repeat with the same body gets the first answer instead of ' +
        'being carried out again.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
} satisfies Omit<OpenApiDocument['components'], 'schemas'>;
