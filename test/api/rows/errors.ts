import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import { createAssistant, dataInvalid } from '#test/api/steps.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

const endpoints = manifest.filter((entry) => entry.kind === 'http').filter(({ auth }) => auth !== 'none');
const writers = endpoints.filter(({ method }) => method === 'POST' || method === 'PUT');
const id = 9_007_199_254_740_991;

function nested(assistantId: number, depth: number): string {
  const lists = '['.repeat(depth) + ']'.repeat(depth);
  return `{"phone_number": "+12025550100", "assistant_id": ${assistantId}, "variables": {"a": ${lists}}}`;
}

const bodyRows = writers.flatMap(({ method, path }) => [
  row({
    sentence: 'A body that is not JSON is malformed',
    from: 'decisions 1',
    endpoint: `${method} ${path}`,
    status: 400,
    ask: () =>
      ['{', '{"a":}', "{'a':1}", '{"a":1}}', 'hello', '{"a":NaN}', '{"a":01}', '[1,]', '\u0000', '{"a":"\n"}'].map(
        (text) => ({
          id,
          text,
        }),
      ),
    body: { message: 'The request body is not valid JSON.' },
  }),
  row({
    sentence: 'A body of another type is refused',
    from: 'decisions 1',
    endpoint: `${method} ${path}`,
    status: 415,
    ask: () =>
      [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'json',
      ].map((type) => ({ id, text: '{}', headers: { 'content-type': type } })),
    body: { message: 'The request body must be sent as application/json.' },
  }),
  row({
    sentence: 'A body over 256 KB is too large',
    from: 'decisions 1',
    endpoint: `${method} ${path}`,
    status: 413,
    ask: () => [
      { id, text: JSON.stringify({ padding: 'x'.repeat(300_000) }) },
      { id, text: 'x'.repeat(256 * 1024 + 1) },
      { id, text: JSON.stringify({ padding: 'é'.repeat(140_000) }) },
    ],
    body: { message: 'The request body is larger than 256 KB.' },
  }),
]);

const generalRows = [
  row({
    sentence: 'A body of 256 KB is not too large',
    from: 'decisions 1',
    endpoint: 'POST /user/make_call',
    status: 422,
    ask: () => ({ text: `{}${' '.repeat(256 * 1024 - 2)}` }),
  }),
  row({
    sentence: 'The content type of JSON may name its charset',
    from: 'decisions 1',
    endpoint: 'POST /user/assistant',
    status: 201,
    ask: () =>
      ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'APPLICATION/JSON'].map((type) => ({
        body: assistantRequest(),
        headers: { 'content-type': type },
      })),
  }),
  row({
    sentence: 'A body that is JSON but no object is invalid',
    from: 'decisions 2',
    endpoint: 'POST /user/make_call',
    status: 422,
    ask: () => ['[]', '"text"', '5', 'true', 'null'].map((text) => ({ text })),
    part: { message: 'The given data was invalid.' },
  }),
  row({
    sentence: 'Of duplicate keys the last one counts',
    from: 'existing clients',
    endpoint: 'POST /user/assistants/disable-inbound-webhook',
    status: 422,
    ask: () => ({ text: '{"assistant_id": 5, "assistant_id": "x"}' }),
    body: dataInvalid({ assistant_id: 'The assistant id must be an integer.' }),
  }),
  row({
    sentence: 'Keys that would change what objects inherit are refused',
    from: 'decisions 1',
    endpoint: 'POST /user/make_call',
    status: 400,
    ask: () =>
      ['{"__proto__": {}}', '{"variables": {"__proto__": {"a": 1}}}', '{"constructor": {"prototype": {}}}'].map(
        (text) => ({ text }),
      ),
    body: { message: 'The request body is not valid JSON.' },
  }),
  row({
    sentence: 'Nesting deeper than anybody needs is refused',
    from: 'decisions 2',
    endpoint: 'POST /user/make_call',
    status: 422,
    given: createAssistant,
    ask: (assistant_id) => [33, 1000].map((depth) => ({ text: nested(assistant_id, depth) })),
    body: dataInvalid({ variables: 'The variables format is invalid.' }),
  }),
  row({
    sentence: 'Nesting that nobody can parse is malformed',
    from: 'decisions 1',
    endpoint: 'POST /user/make_call',
    status: 400,
    ask: () => ({ text: nested(1, 100_000) }),
    body: { message: 'The request body is not valid JSON.' },
  }),
  row({
    sentence: 'Every error answers with a message, its request id, and no more than the contract has',
    from: 'Errors; decisions 1',
    endpoint: 'DELETE /user/assistant/{id}',
    status: 404,
    ask: () => ({ id }),
    headers: { 'content-type': 'application/json' },
    body: { message: 'Assistant not found' },
    after: ({ headers }) => {
      expect(headers.get('x-request-id')).toMatch(/^\S{8,}$/);
    },
  }),
  row({
    sentence: 'Of a repeated query parameter the last one counts',
    from: 'existing clients',
    endpoint: 'GET /user/assistants/voices',
    status: 200,
    ask: () => ({ query: 'mode=nonsense&mode=multimodal' }),
  }),
];

/** What is no endpoint at all; the row names one only to be sent with its method. */
const routeRows = [
  row({
    sentence: 'A path or method that is no endpoint is not found',
    from: 'decisions 1',
    endpoint: 'GET /user/calls',
    status: 200,
    after: async (_, __, { baseUrl, customer }) => {
      const headers = { authorization: `Bearer ${customer.token}` };
      for (const [method, path] of [
        ['GET', '/user/nothing'],
        ['GET', '/user/make_call'],
        ['POST', '/user/calls'],
        ['PATCH', '/user/assistant/5'],
        ['PUT', '/user/assistant'],
        ['DELETE', '/user/assistant/'],
        ['GET', '/user/assistants/get/'],
        ['GET', '/'],
        ['GET', ''],
      ] as const) {
        const response = await fetch(`${baseUrl}${path}`, { method, headers });
        expect({ path, status: response.status, body: await response.json() }).toEqual({
          path,
          status: 404,
          body: { message: 'Not Found' },
        });
        expect(response.headers.get('x-request-id')).toBeTruthy();
      }
    },
  }),
];

export const errorRows = [...bodyRows, ...generalRows, ...routeRows];
