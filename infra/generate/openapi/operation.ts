import type { JsonSchema } from '@valibot/to-json-schema';
import { errorAnswers, rateLimitHeaders } from '#infra/generate/openapi/error-answers.ts';
import { exampleOf } from '#infra/generate/openapi/example-of.ts';
import { fieldNotes, parameterNotes, queryExamples } from '#infra/generate/openapi/field-notes.ts';
import { jsonSchema, type Components } from '#infra/generate/openapi/json-schema.ts';
import type { ContractedRow } from '#infra/generate/openapi/load-contracts.ts';
import { operationNotes } from '#infra/generate/openapi/notes.ts';
import type {
  Answer,
  Operation,
  Parameter,
  Reference,
  SecurityRequirement,
} from '#infra/generate/openapi/openapi-types.ts';
import { openSchema } from '#infra/generate/openapi/record-schemas.ts';
import { sampleRequest, type SampleRequest } from '#infra/generate/openapi/sample-request.ts';
import { settingEffect, settingNote } from '#infra/generate/openapi/setting-notes.ts';
import type { TokenScope } from '#shared/platform/http/http.ts';
import { DEFAULT_SCOPE } from '#shared/platform/http/middlewares/access-token.ts';

export interface RecordSchemas {
  components: Components;
  /** The same in JSON Schema. */
  schemas: Record<string, JsonSchema>;
}

/** `calls/make-call` is `makeCall`. */
function operationIdOf(id: string): string {
  return (id.split('/').at(-1) ?? id).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** One endpoint as the document describes it. */
export async function operationOf(endpoint: ContractedRow, records: RecordSchemas): Promise<Operation> {
  const { row, contract } = endpoint;
  const sample = await sampleRequest(row.id);
  const parameters = parametersOf(endpoint, sample);
  return {
    operationId: operationIdOf(row.id),
    tags: [row.id.split('/')[0] ?? row.id],
    summary: contract.summary ?? row.id,
    description: [operationNotes[row.id], scopeNote(endpoint)].filter(Boolean).join(' '),
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(contract.body ? { requestBody: requestBody(endpoint, sample) } : {}),
    responses: { ...successAnswer(endpoint, records), ...errorAnswers(endpoint) },
  };
}

/** The scopes are roles of the bearer token: https://spec.openapis.org/oas/v3.1.1.html#security-requirement-object */
function securityOf(endpoint: ContractedRow): SecurityRequirement[] {
  const scope = scopeOf(endpoint);
  return scope === undefined ? [] : [{ bearer: [scope] }];
}

/** As the endpoint requires it; undefined: it needs no token. */
function scopeOf({ row, contract }: ContractedRow): TokenScope | undefined {
  return row.auth === 'none' ? undefined : (contract.scope ?? DEFAULT_SCOPE);
}

function scopeNote(endpoint: ContractedRow): string {
  const scope = scopeOf(endpoint);
  return scope === undefined ? '' : `A token with scopes needs the scope \`${scope}\`.`;
}

/** The same operation at another path, or by another method. */
export function aliasOf(operation: Operation, index: number, endpoint: ContractedRow): Operation {
  const { method, path } = endpoint.row;
  const note = `Does the same as \`${method} ${path}\`. This path is for existing clients; use the other one.`;
  return {
    ...operation,
    operationId: `${operation.operationId}Alias${index === 1 ? '' : index}`,
    deprecated: true,
    description: [note, scopeNote(endpoint)].filter(Boolean).join(' '),
  };
}

/** The name of the component that holds an endpoint's request body. */
export function bodyComponentOf(id: string): string {
  return `${capitalised(operationIdOf(id))}Request`;
}

function capitalised(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The component of an endpoint's success that is no record, page or list: what only consists of a message is one for all. */
export function answerComponentOf(
  { row, contract }: ContractedRow,
  { components }: RecordSchemas,
): { name: string; schema: JsonSchema } | undefined {
  if (!contract.answers) return undefined;
  const schema = openSchema(jsonSchema(contract.answers.body, components));
  if (schema.type !== 'object') return undefined;
  if (Object.keys(schema.properties ?? {}).join() !== 'message') {
    return { name: `${capitalised(operationIdOf(row.id))}Response`, schema };
  }
  const message: JsonSchema = { type: 'string', examples: ['Lead updated successfully'] };
  return { name: 'MessageResponse', schema: { ...schema, properties: { message } } };
}

/** The request body of an endpoint as a component. */
export function bodySchemaOf({ contract }: ContractedRow): JsonSchema | undefined {
  if (!contract.body) return undefined;
  const schema = withFieldNotes(jsonSchema(contract.body));
  return contract.onlyFields ? { ...schema, additionalProperties: false } : schema;
}

function requestBody({ row }: ContractedRow, sample: SampleRequest): Operation['requestBody'] {
  const schema = { $ref: `#/components/schemas/${bodyComponentOf(row.id)}` };
  return { required: true, content: { 'application/json': { schema, examples: { sample: { value: sample.body } } } } };
}

const successes: Record<number, string> = { 201: 'The record was created.', 302: 'A redirect to the audio.' };

function successAnswer(endpoint: ContractedRow, records: RecordSchemas): Record<string, Answer> {
  const { contract } = endpoint;
  if (!contract.answers) return {};
  const { status, body } = contract.answers;
  const exact = jsonSchema(body, records.components);
  const component = answerComponentOf(endpoint, records);
  const schema = component ? { $ref: `#/components/schemas/${component.name}` } : openSchema(exact);
  const example = exampleOf(exact, records.schemas);
  const { message } = exact.properties ?? {};
  const messages = typeof message === 'object' ? message.enum : undefined;
  const replayed = { 'idempotent-replayed': { $ref: '#/components/headers/IdempotentReplayed' } };
  return {
    [status]: {
      description: successes[status] ?? 'The request was carried out.',
      headers: {
        'x-request-id': { $ref: '#/components/headers/RequestId' },
        ...rateLimitHeaders(endpoint),
        ...(contract.idempotent ? replayed : {}),
        ...(contract.namesModel ? { 'x-language-model': { $ref: '#/components/headers/LanguageModel' } } : {}),
        ...(status === 302 ? { location: { $ref: '#/components/headers/Location' } } : {}),
      },
      content: { 'application/json': { schema, examples: examplesOf(example, messages) } },
    },
  };
}

/** One example for each message that the endpoint may answer with. */
function examplesOf(example: unknown, messages: readonly unknown[] | undefined) {
  if (messages === undefined) return { sample: { value: example } };
  const values = messages.map((message) => ({ value: { ...Object(example), message } }));
  return Object.fromEntries(values.map((value, index) => [index === 0 ? 'sample' : `sample${index + 1}`, value]));
}

function parametersOf({ row, contract }: ContractedRow, sample: SampleRequest): Array<Parameter | Reference> {
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => ({
    name,
    in: 'path',
    required: true,
    ...(parameterNotes[name] && { description: parameterNotes[name] }),
    ...(contract.pathToken || contract.pathNumber || contract.pathDelivery
      ? { schema: { type: 'string' }, example: sample.path[name] }
      : {
          schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
          example: Number(sample.path[name]),
        }),
  }));
  const query = contract.query ? jsonSchema(contract.query) : {};
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]): Parameter => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    ...(parameterNotes[name] && { description: parameterNotes[name] }),
    schema: typeof schema === 'boolean' ? {} : schema,
    example: queryExample(sample.query[name] ?? queryExamples[name], schema),
  }));
  return [...inPath, ...inQuery, ...(contract.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [])];
}

function queryExample(text: string | undefined, schema: JsonSchema | boolean): unknown {
  if (typeof schema === 'boolean') return text;
  if (text === undefined) return schema.default ?? schema.enum?.[0];
  return schema.type === 'integer' ? Number(text) : text;
}

function withFieldNotes(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const description = fieldNotes[name]
      ? [fieldNotes[name], settingNote(name)].filter(Boolean).join(' ')
      : ((typeof part === 'object' ? part.description : undefined) ?? settingEffect(name) ?? '');
    return [name, typeof part === 'boolean' || description === '' ? part : { ...part, description }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
