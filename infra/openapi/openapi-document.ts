import project from '#package.json' with { type: 'json' };
import type { JsonSchema } from '@valibot/to-json-schema';
import { loadContracts } from '#infra/openapi/load-contracts.ts';
import { tagNotes } from '#infra/openapi/notes.ts';
import type { OpenApiDocument, Operation } from '#infra/openapi/openapi-types.ts';
import { bodyComponentOf, bodySchemaOf, operationOf } from '#infra/openapi/operation.ts';
import { recordSchemas } from '#infra/openapi/record-schemas.ts';
import { httpRows } from '#shared/manifest/http-rows.ts';
import { pathsOf } from '#shared/manifest/manifest-row.ts';

const description = `AI voice assistants that call your customers.

Every request carries \`Authorization: Bearer <ACCESS_TOKEN>\`. You see and change your own records only; those of others
answer as if they did not exist. Bodies are JSON of at most 256 KB. Every answer has an \`x-request-id\`. Every error has a \`message\`;
wrong fields are listed in \`errors\`, each with its sentences. Booleans may also be sent as 1, 0, "1" or "0"; text is trimmed, and
an empty string counts as null. Fields that an endpoint does not know are ignored unless it says otherwise. Times are UTC.

An access token has 600 requests a minute, of them 100 at once, unless your account has another limit. Reads and writes count
alike. Every answer tells the state: \`X-RateLimit-Limit\` (requests per minute), \`X-RateLimit-Remaining\` (requests that are
possible at once), \`X-RateLimit-Reset\` (when the whole burst is possible again, seconds since 1970). One request too many
answers 429 with \`Retry-After\`.`;

/** The whole HTTP API in OpenAPI 3.1, generated from the manifest and the contract of each endpoint. */
export async function openApiDocument(): Promise<OpenApiDocument> {
  const endpoints = await loadContracts(httpRows);
  const records = recordSchemas(endpoints.flatMap(({ contract }) => (contract.answers ? [contract.answers.body] : [])));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    const operation = await operationOf(endpoint, records);
    const method = endpoint.row.method.toLowerCase();
    for (const [index, path] of pathsOf(endpoint.row).entries()) {
      (paths[path] ??= {})[method] = index === 0 ? operation : aliasOf(operation, index, endpoint.row.path);
    }
  }
  const bodies = endpoints.flatMap((endpoint): Array<[string, JsonSchema]> => {
    const schema = bodySchemaOf(endpoint);
    return schema ? [[bodyComponentOf(endpoint.row.id), schema]] : [];
  });
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
    components: { ...sharedComponents, schemas: { ...records.schemas, ...Object.fromEntries(bodies), FieldErrors } },
  };
}

function aliasOf(operation: Operation, index: number, path: string): Operation {
  return {
    ...operation,
    operationId: `${operation.operationId}Alias${index === 1 ? '' : index}`,
    description: `The same as \`${path}\`, for clients that call it here.`,
  };
}

const FieldErrors: JsonSchema = {
  type: 'object',
  description: 'The path of each wrong field as it was sent, with the sentences that say what is wrong.',
  minProperties: 1,
  additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
};

const sharedComponents = {
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An access token of your account.' } },
  headers: {
    RequestId: { description: 'Names this request in questions to support.', schema: { type: 'string' } },
    IdempotentReplayed: { description: '`true` on a repeat of the first answer.', schema: { type: 'string' } },
    LanguageModel: {
      description: '`rehearsal` if the built-in model speaks, which answers by fixed rules and is no language model.',
      schema: { type: 'string' },
    },
    Location: { description: 'Where to go on.', schema: { type: 'string', format: 'uri' } },
    RateLimitLimit: {
      description: 'Requests of this token per minute, if they are limited.',
      schema: { type: 'integer', minimum: 1 },
    },
    RateLimitRemaining: {
      description: 'Requests that are possible at once.',
      schema: { type: 'integer', minimum: 0 },
    },
    RateLimitReset: {
      description: 'When the whole burst is possible again, in seconds since 1970.',
      schema: { type: 'integer' },
    },
    RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 1 } },
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
