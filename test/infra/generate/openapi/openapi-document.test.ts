import { readFile } from 'node:fs/promises';
import type { JsonSchema } from '@valibot/to-json-schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { fieldNotes } from '#infra/generate/openapi/field-notes.ts';
import { loadContracts, type ContractedRow } from '#infra/generate/openapi/load-contracts.ts';
import { openApiDocument } from '#infra/generate/openapi/openapi-document.ts';
import { OPENAPI_FILE, openApiText } from '#infra/generate/openapi/openapi-file.ts';
import type { OpenApiDocument, Operation } from '#infra/generate/openapi/openapi-types.ts';
import { documentedRows } from '#shared/manifest/http-rows.ts';
import { documentedRoutesOf, type HttpRow } from '#shared/manifest/manifest-row.ts';
import { errorStatus } from '#shared/platform/http/errors.ts';
import { tokenScopes } from '#shared/platform/http/http.ts';

let document: OpenApiDocument;
let contracts: Map<string, ContractedRow['contract']>;
beforeAll(async () => {
  document = await openApiDocument();
  contracts = new Map((await loadContracts(documentedRows)).map(({ row, contract }) => [row.id, contract]));
});

const operationOf = ({ method, path }: HttpRow): Operation => document.paths[path]![method.toLowerCase()]!;
const contractOf = ({ id }: HttpRow) => contracts.get(id)!;

describe('the file', () => {
  it('is what `npm run generate` writes', async () => {
    expect(await readFile(OPENAPI_FILE, 'utf8')).toBe(openApiText(document));
  });
});

describe('the document', () => {
  it('has every path of every endpoint, and no other', () => {
    const told = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = documentedRows.flatMap(documentedRoutesOf).map(({ method, path }) => `${method} ${path}`);
    expect(told.toSorted()).toEqual(routes.toSorted());
  });

  it('has no note on a field that no request has', () => {
    const sent = new Set(
      Object.entries(document.components.schemas)
        .filter(([name]) => name.endsWith('Request'))
        .flatMap(([, { properties }]) => Object.keys(properties ?? {})),
    );
    expect(Object.keys(fieldNotes).filter((name) => !sent.has(name))).toEqual([]);
  });
});

/** The JSON types that a schema allows; an integer is a number, too. */
function typesOf({ type, anyOf, $ref }: JsonSchema): string[] {
  if ($ref !== undefined) return typesOf(document.components.schemas[$ref.split('/').at(-1)!]!);
  const own = [type ?? []].flat();
  return [
    ...own,
    ...(own.includes('number') ? ['integer'] : []),
    ...(anyOf ?? []).flatMap((one) => typesOf(one as JsonSchema)),
  ];
}

describe('the record of an assistant', () => {
  // No record shows null there.
  const neverNull = ['language', 'language_id'];

  it.each(['CreateAssistantRequest', 'UpdateAssistantRequest'])('can be sent back by the types of %s', (request) => {
    const { AssistantRecord: record, [request]: body } = document.components.schemas;
    const refused = Object.entries(record!.properties!).flatMap(([name, shown]) => {
      const sent = body!.properties![name];
      if (sent === undefined || neverNull.includes(name)) return [];
      const allowed = typesOf(sent as JsonSchema);
      return typesOf(shown as JsonSchema).flatMap((type) => (allowed.includes(type) ? [] : [`${name}: ${type}`]));
    });
    expect(refused).toEqual([]);
  });
});

describe.each(documentedRows)('$id', (row) => {
  it('is summed up and described', () => {
    const { summary, description } = operationOf(row);
    expect([summary, description]).not.toContain('');
    expect(summary).not.toBe(row.id);
  });

  it('asks for a token exactly when the gateway does', () => {
    expect(contractOf(row).isPublic ?? false).toBe(row.auth === 'none');
    expect(operationOf(row).security?.length === 0).toBe(row.auth === 'none');
    expect('401' in operationOf(row).responses).toBe(row.auth !== 'none');
  });

  it('states the scope that a token needs: add `scope` to its definition', () => {
    const { scope } = contractOf(row);
    expect(scope === undefined).toBe(row.auth === 'none');
    if (scope === undefined) return;
    expect(tokenScopes).toContain(scope);
    expect(operationOf(row).responses['403']?.content?.['application/json'].examples).toMatchObject({
      [`This-token-lacks-the-scope-${scope}-Use-a-token-that-has-it-POST-user-tokens-creates-one`.toLowerCase()]: {},
    });
  });

  it('declares its success, and has a status for every refusal', () => {
    const { answers, refusals, pathId, body, query } = contractOf(row);
    const declared = [...refusals, ...(pathId ? [pathId] : [])].map((code) => errorStatus[code]);
    const framed = [500, 503, ...(body ? [400, 413, 415, 422] : []), ...(query ? [422] : [])];
    expect(answers).toBeDefined();
    expect(Object.keys(operationOf(row).responses)).toEqual(
      expect.arrayContaining([answers!.status, ...declared, ...framed].map(String)),
    );
  });

  // The linter compares them with the schemas.
  it('has examples of what it takes and answers', () => {
    const { requestBody, responses } = operationOf(row);
    const media = [requestBody, ...Object.values(responses)].flatMap((one) =>
      one ? [one.content['application/json']] : [],
    );
    expect(media.filter(({ examples = {} }) => Object.keys(examples).length === 0)).toEqual([]);
  });

  it('names its path parameters, and the Idempotency-Key where it is honoured', () => {
    const { parameters = [] } = operationOf(row);
    const inPath = parameters.flatMap((one) => ('in' in one && one.in === 'path' ? [one.name] : []));
    expect(inPath).toEqual([...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(JSON.stringify(parameters).includes('IdempotencyKey')).toBe(contractOf(row).idempotent);
  });
});

it('tells the rules and defaults of a query, and which fields an update takes', () => {
  const { parameters = [] } = document.paths['/user/calls']!['get']!;
  const byName = Object.fromEntries(parameters.flatMap((one) => ('in' in one ? [[one.name, one.schema]] : [])));
  expect(byName).toMatchObject({
    per_page: { type: 'integer', minimum: 1, maximum: 100, default: 15 },
    date_from: { type: 'string', format: 'date' },
    type: { type: 'string', enum: ['inbound', 'outbound', 'web'] },
  });
  expect(document.components.schemas['UpdateLeadRequest']).toMatchObject({
    additionalProperties: false,
    properties: { status: { enum: ['created', 'completed'] } },
  });
});

describe('the create-assistant request', () => {
  const schemaOf = (name: string) => document.components.schemas['CreateAssistantRequest']!.properties![name];

  it('requires what the contract requires', () => {
    const fields = 'assistant_name voice_id language llm_model calls_direction engine_type timezone initial_message';
    const { required } = document.components.schemas['CreateAssistantRequest']!;
    expect(required).toEqual([...fields.split(' '), 'system_prompt']);
  });

  it.each([
    ['assistant_name', { type: 'string', minLength: 1, maxLength: 255 }],
    ['calls_direction', { type: 'string', enum: ['receive', 'make'] }],
    ['endpoint_type', { type: ['string', 'null'], enum: ['vad', 'ai', null] }],
    ['speech_speed', { type: ['number', 'string', 'null'], minimum: 0.7, maximum: 1.2 }],
    ['max_call_duration', { type: ['integer', 'null'], minimum: 20, maximum: 1200 }],
    ['record_call', { type: ['boolean', 'null'] }],
    ['webhook_url', { type: ['string', 'null'], format: 'uri' }],
    ['variables', { type: ['object', 'null'] }],
  ])('tells the rules of %s', (name, rules) => {
    expect(schemaOf(name)).toMatchObject(rules);
  });
});
