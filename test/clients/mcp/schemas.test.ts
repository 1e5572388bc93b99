import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '#clients/mcp/src/server.ts';
import { connectMcp, textOf } from '#test/clients/mcp/connect.ts';

type Schema = Record<string, unknown>;

/**
 * The keywords of the Schema message of the Gemini API, as far as ours need them. It refuses a whole list of tools for one other keyword. `required`
 * and the bounds are there, `const`, `propertyNames`, `exclusiveMinimum`, `additionalProperties`, `$ref` and `oneOf` are not.
 * https://ai.google.dev/api/caching#Schema
 */
const KEYWORDS = new Set(
  `type format title description enum items minItems maxItems properties required minimum maximum minLength maxLength pattern anyOf default`.split(
    ' ',
  ),
);
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

let listed: Array<{ name: string; inputSchema: Schema; outputSchema: Schema }>;

beforeAll(async () => {
  const client = new Client({ name: 'test', version: '1' });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await createServer({ baseUrl: 'http://127.0.0.1:9/api', token: 'rb_test' }).connect(one);
  await client.connect(other);
  listed = (await client.listTools()).tools as unknown as typeof listed;
  await client.close();
});

/** What a reader of this subset refuses, by path. */
function refusalsOf(schema: Schema, path: string, isInput: boolean): string[] {
  const found = Object.keys(schema).flatMap((keyword) => (KEYWORDS.has(keyword) ? [] : [`${path}: ${keyword}`]));
  const { type, anyOf, items, properties, enum: values, format } = schema;
  if (anyOf === undefined && !TYPES.has(type as string) && isInput) found.push(`${path}: no type`);
  if (format !== undefined && format !== 'date-time') found.push(`${path}: format ${JSON.stringify(format)}`);
  if (Array.isArray(values) && values.some((value) => typeof value !== 'string'))
    found.push(`${path}: enum of no texts`);
  if (isInput && path.includes('.') && type === 'object' && Object.keys(properties ?? {}).length === 0)
    found.push(`${path}: an object without properties`);
  if (Array.isArray(items)) found.push(`${path}: a tuple`);
  else if (items !== undefined) found.push(...refusalsOf(items as Schema, `${path}[]`, isInput));
  for (const [index, one] of ((anyOf as Schema[] | undefined) ?? []).entries())
    found.push(...refusalsOf(one, `${path}|${index}`, isInput));
  for (const [name, one] of Object.entries((properties as Record<string, Schema> | undefined) ?? {}))
    found.push(...refusalsOf(one, `${path}.${name}`, isInput));
  return found;
}

describe('the schemas of the tools', () => {
  it('have only keywords that the Gemini API and older clients know', () => {
    const found = listed.flatMap(({ name, inputSchema, outputSchema }) => [
      ...refusalsOf(inputSchema, `${name} input`, true),
      ...refusalsOf(outputSchema, `${name} output`, false),
    ]);
    expect(listed.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });

  it('are objects that JSON Schema 2020-12 compiles, without a warning', () => {
    const ajv = new Ajv2020({ strict: true });
    for (const { name, inputSchema, outputSchema } of listed) {
      expect(inputSchema['type'], name).toBe('object');
      expect(outputSchema['type'], name).toBe('object');
      ajv.compile(inputSchema);
      ajv.compile(outputSchema);
    }
  });

  it('keep their limits and texts', () => {
    const propertiesOf = (tool: string) =>
      listed.find(({ name }) => name === tool)!.inputSchema['properties'] as Record<string, Schema>;
    expect(propertiesOf('list_calls')).toMatchObject({
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      assistant_id: { type: 'integer', minimum: 1, description: 'Id of an assistant.' },
      date_from: { type: 'string', pattern: expect.any(String) },
    });
    expect(propertiesOf('update_lead')['status']).toEqual({ type: 'string', enum: ['completed'] });
    expect(propertiesOf('send_sms')['body']).toEqual({ type: 'string', maxLength: 300 });
  });
});

describe('the server refuses what its schema refuses:', () => {
  it.each([
    ['an id of 0', 'get_call', { call_id: 0 }],
    ['a day that does not exist', 'list_calls', { date_from: '2026-02-30' }],
    ['another status', 'update_lead', { lead_id: 1, status: 'open' }],
    ['variables in a list', 'make_call', { phone_number: '+12025550100', assistant_id: 1, variables: ['Ada'] }],
  ])('%s', async (_case, tool, args) => {
    const { asked, use } = await connectMcp(() => ({}));
    const refused = await use(tool, args);
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(/invalid/i);
    expect(asked).toEqual([]);
  });

  it('but takes variables of any name and kind', async () => {
    const { asked, use } = await connectMcp(() => ({
      body: { call_id: 1, status: 'queued', data: { missing_variables: [] } },
    }));
    const variables = { 'first name': 'Ada', visits: 3, customer_name: null };
    await use('make_call', { phone_number: '+12025550100', assistant_id: 1, variables, confirm: true });
    expect(asked[0]?.body).toMatchObject({ variables });
  });
});
