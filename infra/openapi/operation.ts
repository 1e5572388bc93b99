import type { JsonSchema } from '@valibot/to-json-schema';
import { errorAnswers, rateLimitHeaders } from '#infra/openapi/error-answers.ts';
import { exampleOf } from '#infra/openapi/example-of.ts';
import { jsonSchema, type Components } from '#infra/openapi/json-schema.ts';
import type { ContractedRow } from '#infra/openapi/load-contracts.ts';
import { fieldNotes, operationNotes } from '#infra/openapi/notes.ts';
import type { Answer, Operation, Parameter, Reference } from '#infra/openapi/openapi-types.ts';
import { settingNote } from '#infra/openapi/setting-notes.ts';
import { sampleRequest, type SampleRequest } from '#infra/openapi/sample-request.ts';

export interface RecordSchemas {
  components: Components;
  /** The same in JSON Schema. */
  schemas: Record<string, JsonSchema>;
}

/** `calls/make-call` is `makeCall`. */
export function operationIdOf(id: string): string {
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
    description: operationNotes[row.id] ?? '',
    ...(row.auth === 'none' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(contract.body ? { requestBody: requestBody(endpoint, sample) } : {}),
    responses: { ...successAnswer(endpoint, records), ...errorAnswers(endpoint) },
  };
}

/** The name of the component that holds an endpoint's request body. */
export function bodyComponentOf(id: string): string {
  const name = operationIdOf(id);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Request`;
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

const successes: Record<number, string> = { 201: 'Created.', 302: 'Elsewhere, for a short time.' };

function successAnswer(endpoint: ContractedRow, { components, schemas }: RecordSchemas): Record<string, Answer> {
  const { contract } = endpoint;
  if (!contract.answers) return {};
  const { status, body } = contract.answers;
  const schema = jsonSchema(body, components);
  const replayed = { 'idempotent-replayed': { $ref: '#/components/headers/IdempotentReplayed' } };
  return {
    [status]: {
      description: successes[status] ?? 'Done.',
      headers: {
        'x-request-id': { $ref: '#/components/headers/RequestId' },
        ...rateLimitHeaders(endpoint),
        ...(contract.idempotent ? replayed : {}),
        ...(contract.namesModel ? { 'x-language-model': { $ref: '#/components/headers/LanguageModel' } } : {}),
        ...(status === 302 ? { location: { $ref: '#/components/headers/Location' } } : {}),
      },
      content: { 'application/json': { schema, examples: { sample: { value: exampleOf(schema, schemas) } } } },
    },
  };
}

function parametersOf({ row, contract }: ContractedRow, sample: SampleRequest): Array<Parameter | Reference> {
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => ({
    name,
    in: 'path',
    required: true,
    ...(contract.pathToken || contract.pathNumber
      ? { schema: { type: 'string' }, example: sample.path[name] }
      : { schema: { type: 'integer', format: 'int64', minimum: 1 }, example: Number(sample.path[name]) }),
  }));
  const query = contract.query ? jsonSchema(contract.query) : {};
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]): Parameter => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema: typeof schema === 'boolean' ? {} : schema,
  }));
  return [...inPath, ...inQuery, ...(contract.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [])];
}

function withFieldNotes(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const description = [fieldNotes[name], settingNote(name)].filter(Boolean).join(' ');
    return [name, typeof part === 'boolean' || description === '' ? part : { ...part, description }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
