import { describe, expect, it } from 'vitest';
import { generationProblems } from '#infra/generate/openapi/generation-problems.ts';
import { openApiDocument } from '#infra/generate/openapi/openapi-document.ts';
import type { OpenApiDocument, Operation } from '#infra/generate/openapi/openapi-types.ts';
import { deliveryEvents } from '#shared/webhooks/webhook.ts';

const document = await openApiDocument();
const makeCall = document.paths['/user/make_call']!['post']!;

const withOperation = (change: Partial<Operation>): OpenApiDocument => ({
  ...document,
  paths: { '/user/make_call': { post: { ...makeCall, ...change } } },
});
const withSchema = (schema: object): OpenApiDocument => ({
  ...document,
  components: { ...document.components, schemas: { ...document.components.schemas, Added: schema } },
});
const text = { type: 'string' };
const refused = (schema: object) => ({
  400: { ...makeCall.responses['400']!, content: { 'application/json': { schema } } },
});
const named = { $ref: '#/components/schemas/ErrorResponse' };

describe('the document', () => {
  it('has nothing that generators stumble over', () => {
    expect(generationProblems(document)).toEqual([]);
  });

  it('may have an operation whose name is its verb', () => {
    expect(generationProblems(withOperation({ operationId: 'ping' }))).toEqual([]);
  });

  it('tells the events with their payloads and signatures', () => {
    expect(Object.keys(document.webhooks)).toEqual(deliveryEvents);
    const { parameters, requestBody } = document.webhooks['call.completed']!.post;
    expect(parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    expect(requestBody?.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/CallCompletedPayload',
    });
  });

  it('closes no object that the service sends', () => {
    const { schemas } = document.components;
    const closed = Object.entries(schemas).filter(([, schema]) => JSON.stringify(schema).includes(':false}'));
    expect(closed.map(([name]) => name)).toEqual(['UpdateLeadRequest']);
    expect(JSON.stringify(document.paths)).not.toContain('"additionalProperties":false');
  });
});

describe('a problem is found', () => {
  it.each<[string, OpenApiDocument]>([
    ['a name without a usual verb', withOperation({ operationId: 'forbidNumber' })],
    ['an alias that is not deprecated', withOperation({ operationId: 'makeCallAlias' })],
    ['an error without a name', withOperation({ responses: refused({ oneOf: [named, named] }) })],
    ['a union of objects', withSchema({ anyOf: [{ type: 'object', properties: { a: text } }, text] })],
    [
      'of 6 properties',
      withSchema({
        type: 'array',
        items: { type: 'object', properties: Object.fromEntries('abcdef'.split('').map((name) => [name, text])) },
      }),
    ],
    ['a map', withSchema({ type: 'object', properties: { variables: { type: ['object', 'null'] } } })],
    ['a BigInt', withSchema({ type: 'integer', format: 'int64', minimum: 1, maximum: 5 })],
    ['without bounds', withSchema({ type: ['integer', 'null'], minimum: 1 })],
    ['without bounds', withSchema({ type: 'integer', minimum: 1, maximum: 2 ** 63 })],
    ['no example', withOperation({ parameters: [{ name: 'a', in: 'query', required: false, schema: text as never }] })],
  ])('%s', (problem, changed) => {
    expect(generationProblems(changed)).toEqual([expect.stringContaining(problem)]);
  });
});
