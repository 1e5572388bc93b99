import { describe, expect, it } from 'vitest';
import { findSchemaProblems } from '#shared/tools/parameter-rules.ts';
import { findArgumentProblems, type ParameterSchema } from '#shared/tools/parameter-schema.ts';
import { buildToolRequest } from '#shared/tools/tool-request.ts';
import { modelParametersOf } from '#shared/tools/user-tool.ts';
import { buildUserTool } from '#test/support/user-tools.ts';

const order: ParameterSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    size: { type: 'string', enum: ['small', 'large'] },
    people: { type: 'integer' },
    price: { type: 'number' },
    isGift: { type: 'boolean' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { code: { type: 'string' }, count: { type: 'integer' } },
        required: ['code'],
      },
    },
  },
  required: ['name'],
};

it.each<[unknown, string[]]>([
  [{ name: 'Ada' }, []],
  [{ name: 'Ada', size: 'small', people: 2, price: 1.5, isGift: true, items: [{ code: 'a', count: 1 }] }, []],
  [{}, ['name is missing.']],
  [{ name: null }, ['name must be a text.']],
  [{ name: 'Ada', size: 'huge' }, ['size must be one of: small, large.']],
  [{ name: 'Ada', people: 1.5 }, ['people must be a whole number.']],
  [{ name: 'Ada', people: '2' }, ['people must be a whole number.']],
  [{ name: 'Ada', price: Number.NaN }, ['price must be a number.']],
  [{ name: 'Ada', isGift: 'yes' }, ['isGift must be true or false.']],
  [{ name: 'Ada', items: {} }, ['items must be a list.']],
  [{ name: 'Ada', items: [{ count: 1 }, { code: 2 }] }, ['items.0.code is missing.', 'items.1.code must be a text.']],
  [{ name: 'Ada', items: [{ code: 'a', more: 1 }] }, ['items.0.more is not a parameter.']],
  [JSON.parse('{"name":"Ada","__proto__":{"x":1}}'), ['__proto__ is not a parameter.']],
  [{ name: 'Ada', toString: 1 }, ['toString is not a parameter.']],
  [[], ['The arguments must be an object.']],
  ['x', ['The arguments must be an object.']],
])('arguments %j', (args, problems) => {
  expect(findArgumentProblems(order, args)).toEqual(problems);
});

it('names five problems at most, so that the model can repair its call', () => {
  const wrong = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1]));
  expect(findArgumentProblems(order, wrong)).toHaveLength(5);
});

const nested = (levels: number): object =>
  levels === 1 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } };

describe('what a tool says about its parameters', () => {
  it.each<[string, unknown]>([
    ['nothing', { type: 'object' }],
    ['the subset', { ...order, $schema: 'https://json-schema.org/draft/2020-12/schema', description: 'An order.' }],
    ['five levels', nested(5)],
    ['sources', { type: 'object', properties: { a: { type: 'string', source: 'fixed', value: 'x' } } }],
    [
      'a variable',
      { type: 'object', properties: { a: { type: 'string', source: 'variable', variable: 'customer_id' } } },
    ],
    ['a list to choose from', { type: 'object', properties: { a: { type: 'string', allowed_from: 'slots' } } }],
  ])('may be %s', (_, schema) => {
    expect(findSchemaProblems(schema)).toEqual([]);
  });

  it.each<[unknown, string, string]>([
    ['x', '', 'The {f} must be an object.'],
    [[], '', 'The {f} must be an object.'],
    [{ type: 'string' }, 'type', 'The selected {f} is invalid.'],
    [{}, 'type', 'The {f} field is required.'],
    [{ type: 'object', $ref: '#/x' }, '$ref', 'The {f} field is not supported.'],
    [
      { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } },
      'properties.a.pattern',
      'The {f} field is not supported.',
    ],
    [{ type: 'object', properties: { a: { type: 'date' } } }, 'properties.a.type', 'The selected {f} is invalid.'],
    [{ type: 'object', properties: { a: { type: 'array' } } }, 'properties.a.items', 'The {f} field is required.'],
    [
      { type: 'object', properties: { a: { type: 'string', enum: [] } } },
      'properties.a.enum',
      'The {f} format is invalid.',
    ],
    [
      { type: 'object', properties: { a: { type: 'number', enum: ['1'] } } },
      'properties.a.enum',
      'The {f} format is invalid.',
    ],
    [
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      'properties.__proto__',
      'The {f} format is invalid.',
    ],
    [{ type: 'object', properties: { 'a b': { type: 'string' } } }, 'properties.a b', 'The {f} format is invalid.'],
    [{ type: 'object', required: ['a'] }, 'required', 'The selected {f} is invalid.'],
    [{ type: 'object', required: 'a' }, 'required', 'The {f} must be an array.'],
    [{ type: 'object', properties: [] }, 'properties', 'The {f} must be an object.'],
    [{ type: 'object', source: 'fixed' }, 'source', 'The {f} field is not supported.'],
    [
      { type: 'object', properties: { a: { type: 'string', source: 'fixed' } } },
      'properties.a.value',
      'The {f} field is required.',
    ],
    [
      { type: 'object', properties: { a: { type: 'string', value: 'x' } } },
      'properties.a.value',
      'The {f} field is not supported.',
    ],
    [
      { type: 'object', properties: { a: { type: 'string', source: 'customer' } } },
      'properties.a.source',
      'The selected {f} is invalid.',
    ],
    [
      { type: 'object', properties: { a: { type: 'boolean', allowed_from: 'x' } } },
      'properties.a.allowed_from',
      'The {f} field is not supported.',
    ],
    [
      { type: 'object', properties: { a: { type: 'string', source: 'variable', variable: 'a b' } } },
      'properties.a.variable',
      'The {f} format is invalid.',
    ],
    [
      nested(6),
      'properties.a.properties.a.properties.a.properties.a.properties.a',
      'The {f} must not be nested deeper than 5 levels.',
    ],
    [
      { type: 'object', description: 'x'.repeat(16_384) },
      '',
      'The {f} must have at most 16,384 bytes of JSON; these are 16,418.',
    ],
  ])('may not be %j', (schema, path, sentence) => {
    expect(findSchemaProblems(schema)).toContainEqual({ path: path === '' ? [] : path.split('.'), sentence });
  });
});

const booking = buildUserTool({
  method: 'POST',
  parameters: {
    type: 'object',
    properties: {
      slot: { type: 'string', allowed_from: 'slots' },
      number: { type: 'integer', allowed_from: 'numbers' },
      customer: { type: 'string', source: 'variable', variable: 'customer_id' },
      channel: { type: 'string', source: 'fixed', value: 'phone of {{customer_id}}' },
      note: { type: 'string' },
    },
    required: ['slot', 'customer', 'channel'],
  },
});

describe('values that the model may not choose', () => {
  it('are not offered, and lists that it may choose from are', () => {
    expect(modelParametersOf(booking, { slots: ['10:00', '11:00'], numbers: '1, 2' })).toEqual({
      type: 'object',
      properties: {
        slot: { type: 'string', enum: ['10:00', '11:00'] },
        number: { type: 'integer', enum: [1, 2] },
        note: { type: 'string' },
      },
      required: ['slot'],
      additionalProperties: false,
    });
    expect(modelParametersOf(booking, { slots: '["a, b"]' }).properties['slot']?.enum).toEqual(['a, b']);
    expect(modelParametersOf(booking, {}).properties['slot']?.enum).toEqual([]);
  });

  it('are sent, and a choice beside the list is refused', () => {
    const variables = { slots: ['10:00'], customer_id: 'c-1' };
    const call = (args: object) => buildToolRequest(booking, { args, variables, secrets: {} });
    expect(call({ slot: '10:00', note: 'x' })).toMatchObject({
      request: { body: JSON.stringify({ slot: '10:00', note: 'x', customer: 'c-1', channel: 'phone of c-1' }) },
    });
    expect(call({ slot: '12:00' })).toEqual({
      kind: 'refused',
      problem: 'The arguments are wrong: slot must be one of: 10:00.',
    });
  });
});
