import type { JsonSchema } from '@valibot/to-json-schema';
import { errorSchemas } from '#infra/generate/openapi/error-answers.ts';
import { loadContracts } from '#infra/generate/openapi/load-contracts.ts';
import { tagNotes } from '#infra/generate/openapi/notes.ts';
import type { OpenApiDocument, Operation } from '#infra/generate/openapi/openapi-types.ts';
import {
  aliasOf,
  answerComponentOf,
  bodyComponentOf,
  bodySchemaOf,
  operationOf,
} from '#infra/generate/openapi/operation.ts';
import { withRecordNotes } from '#infra/generate/openapi/record-notes.ts';
import { recordSchemas } from '#infra/generate/openapi/record-schemas.ts';
import { webhookOperations } from '#infra/generate/openapi/webhook-operations.ts';
import project from '#package.json' with { type: 'json' };
import { documentedRows } from '#shared/manifest/http-rows.ts';
import { documentedRoutesOf } from '#shared/manifest/manifest-row.ts';
import { CallCompletedPayload } from '#shared/webhooks/call-completed.ts';
import { SmsChangedPayload } from '#shared/webhooks/sms-changed.ts';

const description = `Ringback runs AI voice assistants that call your customers.

Send \`Authorization: Bearer <ACCESS_TOKEN>\` with every request. You can see and change only your own records. A request for a record of another user is answered as if the record did not exist. Bodies are JSON of at most 256 KB. Every answer has an \`x-request-id\`. Every error has a
\`message\`, and \`errors\` lists the wrong fields with their sentences. You can also send a boolean as 1, 0, "1" or "0", and a number as
text. Text is trimmed, and an empty string counts as null. An endpoint ignores fields that it does not have, unless its description
says otherwise. Times are in UTC.

All access tokens of your account together may send 600 requests a minute, 100 of them in a burst, unless your account has another
limit. Each token in use keeps a share: nine tenths of the rate, divided by the number of tokens in use. One token can use nine tenths
of the burst. Reads and writes count equally. Every answer shows the state of the limit. \`X-RateLimit-Limit\` is the number of requests per minute.
\`X-RateLimit-Remaining\` is the number of requests that this token may send immediately. \`X-RateLimit-Reset\` is the time when the whole
burst is possible again, in seconds since 1970. A request above the limit answers 429 with \`Retry-After\`.`;

/** The whole HTTP API in OpenAPI 3.1, generated from the manifest and the contract of each endpoint. */
export async function openApiDocument(): Promise<OpenApiDocument> {
  const endpoints = await loadContracts(documentedRows);
  const answers = endpoints.flatMap(({ contract }) => (contract.answers ? [contract.answers.body] : []));
  const records = recordSchemas([...answers, CallCompletedPayload, SmsChangedPayload]);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    const operation = await operationOf(endpoint, records);
    for (const [index, { method, path }] of documentedRoutesOf(endpoint.row).entries()) {
      (paths[path] ??= {})[method.toLowerCase()] = index === 0 ? operation : aliasOf(operation, index, endpoint);
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
      schemas: withNotes({
        ...records.schemas,
        ...Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
        ...withNamedParts(bodies),
        ...errorSchemas,
      }),
    },
  };
}

/** A part of a body with a title is a component, so that generated code has one type for it. */
function withNamedParts(bodies: ReadonlyArray<[string, JsonSchema]>): Record<string, JsonSchema> {
  const schemas: Record<string, JsonSchema> = {};
  for (const [name, body] of bodies) {
    const properties = Object.entries(body.properties ?? {}).map(([field, part]): [string, JsonSchema | boolean] => {
      if (typeof part !== 'object' || part.title === undefined || !part.properties) return [field, part];
      const { title, description, ...rest } = part;
      schemas[title] = { ...rest, type: 'object' };
      const options = [{ $ref: `#/components/schemas/${title}` }, { type: 'null' as const }];
      return [field, { anyOf: options, ...(description !== undefined && { description }) }];
    });
    schemas[name] = { ...body, properties: Object.fromEntries(properties) };
  }
  return schemas;
}

function withNotes(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withRecordNotes(name, schema)]));
}

const positive: JsonSchema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

const sharedComponents = {
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An access token of your account. A token with scopes is limited to them: `read`, `calls`, `sms` and `admin`.',
    },
  },
  headers: {
    RequestId: { description: 'The id of the request. Name it when you ask for support.', schema: { type: 'string' } },
    IdempotentReplayed: {
      description: 'The value is `true` if this is a repeat of an earlier answer.',
      schema: { type: 'string' },
    },
    LanguageModel: {
      description:
        'The value is `rehearsal` if the built-in model speaks. It is not a language model, and answers according to fixed rules.',
      schema: { type: 'string' },
    },
    Link: {
      description:
        'A link to the operation in this document: `<…/openapi.json#/paths/…>; rel="help"`. Errors of API Gateway itself do not have it.',
      schema: { type: 'string' },
    },
    Location: { description: 'The address of the audio.', schema: { type: 'string', format: 'uri' } },
    RateLimitLimit: {
      description: 'The requests that this token may send per minute, if they are limited.',
      schema: positive,
    },
    RateLimitRemaining: {
      description: 'The number of requests that are possible immediately.',
      schema: { ...positive, minimum: 0 },
    },
    RateLimitReset: {
      description: 'The time when the whole burst is possible again, in seconds since 1970.',
      schema: positive,
    },
    RetryAfter: { description: 'The seconds to wait before the next request.', schema: positive },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'A name of your choice for this request. For 24 hours, a repeat with the same name and body gets the first answer and is not ' +
        'carried out again.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
} satisfies Omit<OpenApiDocument['components'], 'schemas'>;
