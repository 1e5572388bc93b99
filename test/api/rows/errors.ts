import { expect } from 'vitest';
import { manifest } from '#shared/manifest/manifest.ts';
import { rowsOf } from '#test/api/contract-row.ts';
import {
  asStranger,
  CREATE_ASSISTANT,
  createAssistant,
  createLead,
  createToken,
  createTool,
  dataInvalid,
  dataOf,
  readAssistant,
  sentSms,
  settledCall,
  texts,
  validationFailed,
} from '#test/api/steps.ts';
import type { World } from '#test/api/world.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

const endpoints = manifest.filter((entry) => entry.kind === 'http').filter(({ auth }) => auth !== 'none');
/** They take no body, and read none. */
const bodiless = ['calls/end-call', 'webhooks/replay-delivery'];
const writers = endpoints.filter(
  ({ method, id: name }) => ['POST', 'PUT'].includes(method) && !bodiless.includes(name),
);
const id = 9_007_199_254_740_991;
const notJson = { message: 'The request body is not valid JSON.' };
const deep = (open: string, close: string) => `{"a":${open.repeat(30_000)}1${close.repeat(30_000)}}`;

const malformed = [
  ...texts(`{ | {"a":1 | {"a":} | {'a':1} | {a:1} | {"a":1}} | {"a":1,} | {} {} | hello | a=1 | NaN | {"a":NaN}`),
  ...texts('{"a":Infinity} | {"a":01} | [1,] | \u0000 | {"a":"\n"} | {"a":"\u0000"} | {}\ufeff{} | "\\ud8"'),
  deep('[', ']'),
  deep('{"a":', '}'),
];
const otherTypes = texts(
  'text/plain | application/x-www-form-urlencoded | multipart/form-data; boundary=x | application/xml' +
    ' | application/jsonp | json',
);
const large = [
  JSON.stringify({ padding: 'x'.repeat(300_000) }),
  'x'.repeat(256 * 1024 + 1),
  JSON.stringify({ padding: 'é'.repeat(140_000) }),
];
const asks = (texts: string[]) => texts.map((text) => ({ id, text }));

interface PathRecord {
  own: (world: World) => Promise<number>;
  /** What is said to no record. */
  message: string;
}

/** What the id in a path names, by the folder of the endpoint. */
const records: Record<string, PathRecord> = {
  assistants: { own: createAssistant, message: 'Assistant not found' },
  leads: { own: createLead, message: 'Lead not found' },
  campaigns: { own: async ({ customer }) => customer.campaign.id, message: 'Campaign not found' },
  tokens: { own: createToken, message: 'Token not found' },
  calls: { own: settledCall, message: 'Call not found' },
  tools: { own: createTool, message: 'Tool not found' },
  sms: { own: sentSms, message: 'SMS not found' },
  'web-calls': { own: createAssistant, message: 'Assistant not found' },
};
const recordOf = (endpointId: string) => records[endpointId.split('/')[0]!]!;

const bodyRows = writers.flatMap(({ method, path, id: name }) => {
  const row = rowsOf(`${method} ${path}`, 'decisions 1 and 2');
  const refuse = /assistants\/(create|update)|^leads/.test(name) ? validationFailed : dataInvalid;
  return [
    row(400, 'A body that is not JSON is malformed, and one that nests deeper than can be read', {
      ask: asks(malformed),
      body: notJson,
    }),
    row(415, 'A body of another type is refused', {
      ask: otherTypes.map((type) => ({ id, text: '{}', headers: { 'content-type': type } })),
      body: { message: 'The request body must be sent as application/json.' },
    }),
    row(413, 'A body over 256 KB is too large', {
      ask: asks(large),
      body: { message: 'The request body is larger than 256 KB.' },
    }),
    row(422, 'A body that is JSON but no object is invalid', {
      given: async (world) => (path.includes('{id}') ? recordOf(name).own(world) : 0),
      ask: (own) => texts('[] | [{}] | "text" | 5 | true | null').map((text) => ({ id: own, text })),
      body: refuse({ body: 'The body must be an object.' }),
    }),
  ];
});

/** What names no record: ids of nothing, texts that are no ids, and the id of a record in another writing. */
const noRecords = (own: number) => [
  ...'999999 9007199254740991 9007199254740992 18446744073709551616 0 -1 abc null NaN'.split(' '),
  ...'0x10 1e3 1.5 __proto__ constructor %20 %EF%BC%91 %FF %zz'.split(' '),
  ...`0${own} +${own} -${own} ${own}.0 %20${own} ${own}%00 ${own}%2F2`.split(' '),
  '9'.repeat(1000),
];

const pathRows = endpoints
  .filter(({ path }) => path.includes('{id}'))
  .map(({ method, path, id: name }) => {
    const { own, message } = recordOf(name);
    const bodies = method === 'PUT' ? [{ body: {} }, { body: { variables: 5, status: 'x' } }] : [{}];
    const row = rowsOf(`${method} ${path}`, 'Errors; decisions 1');
    return row(404, 'The id in the path is that of a record of the user, whatever else is wrong', {
      given: async (world) => [...noRecords(await own(world)), await own(asStranger(world))],
      ask: (ids) => ids.flatMap((one) => bodies.map((body) => ({ id: one, ...body }))),
      body: { message },
    });
  });

const half = '\ud800';
const read = '\ufffd';
const makeCall = rowsOf('POST /user/make_call', 'decisions 1 and 2');
const create = rowsOf(CREATE_ASSISTANT, 'decisions 1');
const disable = rowsOf('POST /user/assistants/disable-inbound-webhook', 'existing clients');
const listVoices = rowsOf('GET /user/assistants/voices', 'existing clients');
const remove = rowsOf('DELETE /user/assistant/{id}', 'Errors; decisions 1');
// What is no endpoint at all has a row that names one only to be sent.
const listCalls = rowsOf('GET /user/calls', 'decisions 1');
const noEndpoints = texts(
  'GET /user/nothing | DELETE /user/assistant/ | GET /user/assistants/get/ | POST /user/assistants/5/calls | HEAD /user/nothing',
);
/** Methods that a path does not have, with those that it has. */
const otherMethods: Record<string, string> = {
  'GET /user/make_call': 'POST',
  'POST /user/calls': 'GET',
  'HEAD /user/calls': 'GET',
  'POST /user/assistant/5': 'DELETE, GET, PATCH, PUT',
  'PUT /user/assistant': 'POST',
  'POST /user/leads/5': 'DELETE, GET, PATCH, PUT',
  'OPTIONS /user/calls': 'GET',
};

/** Without a token: what is no endpoint needs none. */
async function answerTo(request: string, { baseUrl }: Pick<World, 'baseUrl'>) {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(baseUrl + path, { method });
  const text = await response.text();
  expect(response.headers.get('x-request-id')).toBeTruthy();
  const { status, headers } = response;
  return {
    request,
    status,
    allow: headers.get('allow'),
    link: headers.get('link'),
    body: text === '' ? null : JSON.parse(text),
  };
}

const generalRows = [
  makeCall(422, 'A body of 256 KB is not too large', { ask: { text: `{}${' '.repeat(256 * 1024 - 2)}` } }),
  create(201, 'The content type of JSON may name its charset', {
    ask: ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'APPLICATION/JSON'].map((type) => ({
      body: assistantRequest(),
      headers: { 'content-type': type },
    })),
  }),
  create(201, 'Half a surrogate pair is read as a broken character, in every text', {
    ask: {
      body: assistantRequest({
        assistant_name: `name ${half}`,
        initial_message: `hello ${half}`,
        system_prompt: `prompt ${half}`,
        end_call_tool: { description: half },
        variables: { [half]: half, list: [half] },
        post_call_schema: [{ name: 'a', type: 'string', description: half }],
      }),
    },
    after: async (answer, _, world) => {
      expect(await readAssistant(world, dataOf(answer).id)).toMatchObject({
        name: `name ${read}`,
        initial_message: `hello ${read}`,
        system_prompt: `prompt ${read}`,
        tools: [{ data: { description: read } }],
        variables: { list: [read] },
        post_call_schema: [{ name: 'a', type: 'string', description: read }],
      });
    },
  }),
  create(422, 'Keys that would change what objects inherit are named', {
    ask: ['__proto__', '\\u005f_proto__'].map((key) => {
      const variables = `"variables":{"kept":{"one":1,"${key}":{"two":2}}}`;
      return { text: JSON.stringify(assistantRequest()).replace('{', `{${variables},`) };
    }),
    body: validationFailed({ 'variables.kept.__proto__': 'The variables.kept.__proto__ field is not supported.' }),
  }),
  disable(422, 'A key `__proto__` is no field', {
    ask: { text: '{"__proto__":{"assistant_id":5}}' },
    body: dataInvalid({ ['__proto__']: 'The __proto__ field is not supported.' }),
  }),
  disable(422, 'Of duplicate keys the last one counts', {
    ask: { text: '{"assistant_id": 5, "assistant_id": "x"}' },
    body: dataInvalid({ assistant_id: 'The assistant id must be an integer.' }),
  }),
  listVoices(200, 'Of a repeated query parameter the last one counts', {
    ask: { query: 'mode=nonsense&mode=multimodal' },
  }),
  remove(404, 'Every error answers with a message, its request id, and no more than the contract has', {
    ask: { id },
    headers: { 'content-type': 'application/json' },
    body: { message: 'Assistant not found' },
    after: ({ headers }) => expect(headers.get('x-request-id')).toMatch(/^\S{8,}$/),
  }),
  remove(404, 'An error links to its operation in the reference', {
    ask: { id },
    after: ({ headers }, _, { baseUrl }) => {
      const operation = `${baseUrl}/openapi.json#/paths/~1user~1assistant~1%7Bid%7D/delete`;
      expect(headers.get('link')).toBe(`<${operation}>; rel="help"`);
    },
  }),
  listCalls(200, 'A path that is no endpoint is not found, and the answer says where the reference is', {
    from: 'decisions 10',
    after: async (_, __, world) => {
      const hint = `No such endpoint. The reference is at ${world.baseUrl}/openapi.json.`;
      for (const request of noEndpoints) {
        expect(await answerTo(request, world)).toMatchObject({
          request,
          status: 404,
          link: `<${world.baseUrl}/openapi.json>; rel="help"`,
        });
        if (request.startsWith('HEAD')) continue;
        expect(await answerTo(request, world)).toMatchObject({ body: { message: 'Not Found', hint } });
      }
    },
  }),
  listCalls(200, 'A method that a path does not have is not allowed, and the answer says which are', {
    from: 'decisions 10',
    after: async (_, __, world) => {
      for (const [request, allow] of Object.entries(otherMethods)) {
        expect(await answerTo(request, world)).toMatchObject({ request, status: 405, allow });
        if (request.startsWith('HEAD')) continue;
        expect(await answerTo(request, world)).toMatchObject({ body: { message: 'Method Not Allowed' } });
      }
    },
  }),
  listCalls(200, 'A path outside of the API is not found', {
    after: async (_, __, world) => {
      const { status, body } = await answerTo('GET /nothing', { ...world, baseUrl: new URL(world.baseUrl).origin });
      expect({ status, body }).toEqual({ status: 404, body: { message: 'Not Found' } });
    },
  }),
  listCalls(200, 'An id that is none of the user’s matches nothing', {
    from: 'decisions 2',
    ask: ['assistant_id=0', 'campaign_id=0', 'assistant_id=-1', 'assistant_id=1'].map((query) => ({ query })),
    part: { data: [], total: 0 },
  }),
];

export const errorRows = [...bodyRows, ...pathRows, ...generalRows];
