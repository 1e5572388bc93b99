import { resolve } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { emptyCallBody } from '#shared/domain/call/call.ts';
import type { EndpointContract } from '#shared/http/define-endpoint.ts';
import { functionFile } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { table } from '#shared/runtime/table.ts';
import { voices } from '#shared/runtime/voices.ts';
import { callIdAt, storeSettledCall } from '#test/api/stored-calls.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack } from '#test/support/local-stack.ts';

vi.setConfig({ hookTimeout: 60_000, testTimeout: 20_000 });
const running = useLocalStack({ workers: false });

const rows = await Promise.all(
  manifest
    .filter((row) => row.kind === 'http')
    .map(async (row) => {
      const file = resolve(import.meta.dirname, '../../..', functionFile(row));
      const { handler } = (await import(file)) as { handler: { contract: EndpointContract } };
      return { ...row, contract: handler.contract };
    }),
);
const withBody = rows.filter(({ contract }) => contract.body !== undefined);
const withPathId = rows.filter(({ contract }) => contract.pathId !== undefined);
const pageLists = [
  'calls/list-calls',
  'assistants/list-assistants',
  'leads/list-leads',
  'do-not-call/list-forbidden-numbers',
];
const withPages = rows.filter(({ id }) => pageLists.includes(id));

/** Records of user 1, and one of user 2 which user 1 must not see. */
const ids = { assistant: 0, lead: 0, foreignAssistant: 0, foreignLead: 0, foreignCall: 0 };

beforeAll(async () => {
  const { as } = running();
  const create = async (userId: number, path: string, body: unknown) => {
    const answer = await as(userId)<{ data: { id: number } }>('POST', path, body);
    return answer.body.data.id;
  };
  const lead = (campaign: number) => ({ phone_number: '+12025550301', campaign_id: campaign });
  ids.assistant = await create(1, '/user/assistant', assistantRequest());
  ids.foreignAssistant = await create(2, '/user/assistant', assistantRequest());
  await voices().add(2, {
    id: 5002,
    name: 'Theirs',
    mode: 'pipeline',
    provider: 'ElevenLabs',
    providerVoice: 'theirs',
  });
  ids.lead = await create(1, '/user/leads', lead(1));
  ids.foreignLead = await create(2, '/user/leads', lead(2));
  const theirs = { customer: { userId: 2 } };
  ids.foreignCall = (await storeSettledCall(theirs, { id: callIdAt('2026-06-30T12:00:00Z') }, emptyCallBody({}))).id;
});

/** A body that the endpoint takes, to be spoilt in one place. */
const validBodies: Record<string, () => Record<string, unknown>> = {
  'assistants/create-assistant': () => assistantRequest({ phone_number_id: 1 }),
  'assistants/update-assistant': () => assistantRequest({ phone_number_id: 1 }),
  'assistants/enable-inbound-webhook': () => ({ assistant_id: ids.assistant, webhook_url: 'https://example.com/hook' }),
  'assistants/disable-inbound-webhook': () => ({ assistant_id: ids.assistant }),
  'calls/make-call': () => ({ phone_number: '+12025550100', assistant_id: ids.assistant }),
  'leads/create-lead': () => ({ phone_number: '+12025550302', campaign_id: 1 }),
  'leads/update-lead': () => ({ campaign_id: 1 }),
  'campaigns/create-campaign': () => ({ name: 'Spring', assistant_id: ids.assistant }),
  'campaigns/update-campaign-status': () => ({ campaign_id: 1, action: 'start' }),
  'do-not-call/forbid-number': () => ({ phone_number: '+12025550399' }),
  'sms/send-sms': () => ({ from: 1, to: '+12025550160', body: 'Hello' }),
};

interface Row {
  id: string;
  method: string;
  path: string;
}

/** What the id in the path names, by the tag of the endpoint: a record of the user, one of somebody else, and the answer to none. */
const pathRecords: Record<string, () => { own: number; foreign: number; text: string }> = {
  assistants: () => ({ own: ids.assistant, foreign: ids.foreignAssistant, text: 'Assistant not found' }),
  leads: () => ({ own: ids.lead, foreign: ids.foreignLead, text: 'Lead not found' }),
  campaigns: () => ({ own: 1, foreign: 2, text: 'Campaign not found' }),
  calls: () => ({ own: 999_999, foreign: ids.foreignCall, text: 'Call not found' }),
};
const pathRecordOf = ({ id }: Pick<Row, 'id'>) => pathRecords[id.split('/')[0]!]!();

const pathOf = (row: Row, pathId?: string | number) =>
  row.path.includes('{id}') ? row.path.replace('{id}', String(pathId ?? pathRecordOf(row).own)) : row.path;

/** JSON text of a body with one field spoilt; the value is JSON text too, so that it may be what no value of ours can be. */
function spoilt(row: Row, field: string, json: string): string {
  const body = { ...validBodies[row.id]!(), [field]: '@@' };
  return JSON.stringify(body).replace('"@@"', json);
}

async function send(row: Row, request: { path?: string; body?: string; headers?: Record<string, string> } = {}) {
  const { baseUrl, token } = running();
  const response = await fetch(baseUrl + (request.path ?? pathOf(row)), {
    method: row.method,
    headers: { authorization: `Bearer ${token(1)}`, 'content-type': 'application/json', ...request.headers },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  return { status: response.status, body: await response.json() };
}

async function tableContents(): Promise<string> {
  const { Items = [] } = await table().client.send(
    new ScanCommand({ TableName: table().tableName, ConsistentRead: true }),
  );
  return Items.map((item) => JSON.stringify(item, sortKeys))
    .toSorted()
    .join('\n');
}

/** The emulator gives the keys of a map in any order. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The answer to a request that is refused, and that leaves the table byte for byte as it was. */
async function refusal(...request: Parameters<typeof send>) {
  const before = await tableContents();
  const answer = await send(...request);
  expect(await tableContents()).toBe(before);
  return answer;
}

const malformed = { status: 400, body: { message: 'The request body is not valid JSON.' } };
const validationMessage = ({ contract }: { contract: EndpointContract }) =>
  contract.errors?.validation ?? 'The given data was invalid.';

it('knows a good body for every endpoint that takes one', () => {
  expect(Object.keys(validBodies).toSorted()).toEqual(withBody.map(({ id }) => id).toSorted());
});

describe.each(withBody)('a body for $method $path', (row) => {
  it.each([
    '{',
    '{"a":1',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    'a=1',
    'NaN',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":01}',
    '{"a":"\u0000"}',
    '{} {}',
    '\ufeff{}',
    '"\\ud8"',
  ])('that is no JSON gets 400: %j', async (body) => {
    expect(await refusal(row, { body })).toEqual(malformed);
  });

  it.each([
    '{"__proto__":{}}',
    '{"__proto__":null}',
    '{"\\u005f_proto__":{"admin":true}}',
    '{"variables":{"a":{"__proto__":{}}}}',
    '{"constructor":{"prototype":{}}}',
  ])('that reaches for prototypes gets 400: %s', async (body) => {
    expect(await refusal(row, { body })).toEqual(malformed);
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it.each(['[]', '[{}]', 'null', 'true', '5', '"text"'])('that is no object gets 422: %s', async (body) => {
    expect(await refusal(row, { body })).toEqual({
      status: 422,
      body: { message: validationMessage(row), errors: { body: ['The body must be an object.'] } },
    });
  });

  it.each([
    { shape: 'arrays', open: '[', close: ']' },
    { shape: 'objects', open: '{"a":', close: '}' },
  ])('that nests 30,000 $shape gets 400, in whatever field', async ({ open, close }) => {
    const deep = `${open.repeat(30_000)}1${close.repeat(30_000)}`;
    for (const field of ['variables', 'unknown', ...Object.keys(validBodies[row.id]!())]) {
      expect(await refusal(row, { body: spoilt(row, field, deep) })).toEqual(malformed);
    }
  });

  it('of 300 KB gets 413', async () => {
    const body = spoilt(row, 'unknown', JSON.stringify('x'.repeat(300 * 1024)));
    expect(await refusal(row, { body })).toEqual({
      status: 413,
      body: { message: 'The request body is larger than 256 KB.' },
    });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'of type %s gets 415',
    async (type) => {
      const body = JSON.stringify(validBodies[row.id]!());
      expect(await refusal(row, { body, headers: { 'content-type': type } })).toEqual({
        status: 415,
        body: { message: 'The request body must be sent as application/json.' },
      });
    },
  );
});

/** Fields that hold an id of something, and the answer when there is no such thing. */
const idFields = [
  { id: 'assistants/create-assistant', field: 'voice_id', unknown: { status: 422 } },
  { id: 'assistants/create-assistant', field: 'phone_number_id', unknown: { status: 422 } },
  { id: 'assistants/update-assistant', field: 'voice_id', unknown: { status: 422 } },
  { id: 'assistants/update-assistant', field: 'phone_number_id', unknown: { status: 422 } },
  { id: 'assistants/enable-inbound-webhook', field: 'assistant_id', unknown: notFound('Assistant not found') },
  { id: 'assistants/disable-inbound-webhook', field: 'assistant_id', unknown: notFound('Assistant not found') },
  { id: 'calls/make-call', field: 'assistant_id', unknown: notFound('Assistant not found') },
  { id: 'leads/create-lead', field: 'campaign_id', unknown: notFound('Campaign not found') },
  { id: 'leads/update-lead', field: 'campaign_id', unknown: notFound('Campaign not found') },
  { id: 'campaigns/create-campaign', field: 'assistant_id', unknown: notFound('Assistant not found') },
  { id: 'campaigns/update-campaign-status', field: 'campaign_id', unknown: notFound('Campaign not found') },
  { id: 'sms/send-sms', field: 'from', unknown: { status: 400, body: { message: 'From number not found' } } },
].map((entry) => ({ ...entry, row: rows.find(({ id }) => id === entry.id)! }));

function notFound(message: string) {
  return { status: 404, body: { message } };
}

describe.each(idFields)('the id $field of $id', ({ row, field, unknown }) => {
  const wordsOf = (name: string) => name.replaceAll('_', ' ');

  it.each([
    '9007199254740992',
    '9007199254740993',
    '1e400',
    '-1e400',
    '1.5',
    '5e-324',
    '"1"',
    'true',
    '[]',
    '[1]',
    '{}',
  ])('that is no integer gets 422: %s', async (json) => {
    expect(await refusal(row, { body: spoilt(row, field, json) })).toEqual({
      status: 422,
      body: {
        message: validationMessage(row),
        errors: { [field]: [`The ${wordsOf(field)} must be an integer.`] },
      },
    });
  });

  it.each(['9007199254740991', '-9007199254740991', '-1', '0', '-0', '1e15', '999'])(
    'of nothing is refused as unknown: %s',
    async (json) => {
      const selected = { errors: { [field]: [`The selected ${wordsOf(field)} is invalid.`] } };
      expect(await refusal(row, { body: spoilt(row, field, json) })).toEqual({
        body: { message: validationMessage(row), ...selected },
        ...unknown,
      });
    },
  );

  it("of somebody else's is refused as if it were not there", async () => {
    const foreign: Record<string, number> = { assistant_id: ids.foreignAssistant, campaign_id: 2, voice_id: 5002 };
    const theirs = await refusal(row, { body: spoilt(row, field, String(foreign[field] ?? 6)) });
    expect(theirs).toEqual(await refusal(row, { body: spoilt(row, field, '999999') }));
  });

  it('that comes twice counts the second time', async () => {
    const good = JSON.stringify(validBodies[row.id]!());
    const body = `${good.slice(0, -1)},"${field}":"x"}`;
    expect(await refusal(row, { body })).toMatchObject({
      status: 422,
      body: { errors: { [field]: [`The ${wordsOf(field)} must be an integer.`] } },
    });
  });
});

describe.each(withPathId)('the id in $method $path', (row) => {
  const { text } = pathRecordOf(row);

  it.each([
    '0',
    '-1',
    '+1',
    '01',
    '1.0',
    '1.5',
    '1e3',
    '0x10',
    'abc',
    'null',
    'NaN',
    '__proto__',
    'constructor',
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '99999999999999999999',
    '9'.repeat(1000),
    '%20',
    '%201',
    '1%00',
    '1%2F2',
    '%EF%BC%91',
    '%FF',
    '%zz',
  ])('gets 404 when it is none: %s', async (id) => {
    const body = row.contract.body === undefined ? {} : { body: '{}' };
    expect(await refusal(row, { path: pathOf(row, id), ...body })).toEqual(notFound(text));
  });

  it('gets 404 when it is that of another user, whatever the body', async () => {
    const path = pathOf(row, pathRecordOf(row).foreign);
    const bodies = row.contract.body === undefined ? [{}] : [{ body: '{}' }, { body: '{"variables":5}' }];
    for (const body of bodies) expect(await refusal(row, { path, ...body })).toEqual(notFound(text));
  });
});

const noIntegers = [
  '1e3',
  '0x10',
  '1.0',
  '1.5',
  '%2B1',
  '1%00',
  '%FF',
  '%zz',
  '%D9%A1',
  'x',
  'NaN',
  'null',
  '1,2',
  '--1',
];

/** Queries with one parameter, each of them wrong in the same way. */
function faults(name: string, sentence: string, values: readonly string[]) {
  const errors: Record<string, string[]> = { [name]: [sentence] };
  return values.map((value) => ({ query: `${name}=${value}`, errors }));
}

describe.each(withPages)('the pages of $path', (row) => {
  const get = (query: string) => refusal(row, { path: `${row.path}?${query}` });

  const notBetween = (most: number) => `between 1 and ${most}.`;

  it.each([
    ...faults('page', `The page must be ${notBetween(Number.MAX_SAFE_INTEGER)}`, ['0', '-1']),
    ...faults('page', 'The page must be an integer.', [...noIntegers, '9007199254740992', '9'.repeat(400)]),
    ...faults('per_page', `The per page must be ${notBetween(100)}`, ['0', '101', '-1']),
    ...faults('per_page', 'The per page must be an integer.', noIntegers),
    { query: 'page=1&page=x', errors: { page: ['The page must be an integer.'] } },
    {
      query: 'page=x&per_page=101',
      errors: { page: ['The page must be an integer.'], per_page: [`The per page must be ${notBetween(100)}`] },
    },
  ])('get 422 for $query', async ({ query, errors }) => {
    expect(await get(query)).toEqual({ status: 422, body: { message: 'The given data was invalid.', errors } });
  });

  it.each([
    { query: '', page: 1 },
    { query: 'page=', page: 1 },
    { query: 'page=%20%20', page: 1 },
    { query: 'page=%201%20', page: 1 },
    { query: 'page=007', page: 7 },
    { query: 'page=x&page=2', page: 2 },
    { query: 'page=3&page=', page: 3 },
    { query: 'page[]=5', page: 1 },
    { query: 'PAGE=5', page: 1 },
    { query: '__proto__=1&constructor=2&toString=3', page: 1 },
    { query: 'unknown=1&unknown=2', page: 1 },
    { query: '&&=&?', page: 1 },
    { query: 'page=9007199254740991', page: 9_007_199_254_740_991 },
  ])('take the last value, and nothing from parameters that they do not know: $query', async ({ query, page }) => {
    const { status, body } = await get(query);
    expect({ status, body }).toMatchObject({ status: 200, body: { current_page: page, last_page: 1 } });
  });

  it('past the end are empty, however far', async () => {
    const { body } = await get('page=9007199254740991&per_page=100');
    expect(body).toMatchObject({ data: [], from: null, to: null, next_page_url: null });
  });

  it('keep unknown and repeated parameters in their addresses', async () => {
    const { body } = await get('x=1&per_page=5&per_page=7&x=2');
    const { baseUrl } = running();
    expect(body).toMatchObject({
      per_page: 7,
      path: `${baseUrl}${row.path}`,
      first_page_url: `${baseUrl}${row.path}?x=1&per_page=5&per_page=7&x=2&page=1`,
    });
  });
});

describe('the filters of GET /user/calls', () => {
  const row = rows.find(({ id }) => id === 'calls/list-calls')!;

  const noIds = [...noIntegers, '0', '-1', '01', '9007199254740992', '99999999999999999999'];
  const noDays = [
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '20260101',
    '+002026-01-01',
    '2026-01-01T00:00',
    'today',
    '%FF',
  ];

  it.each([
    ...faults('assistant_id', 'The assistant id must be an integer.', noIds),
    ...faults('campaign_id', 'The campaign id must be an integer.', noIds),
    ...faults('status', 'The selected status is invalid.', ['x', 'BUSY', '__proto__', 'constructor', 'busy&status=x']),
    ...faults('type', 'The selected type is invalid.', ['x', 'Web', '__proto__', 'constructor']),
    ...faults('date_from', 'The date from does not match the format Y-m-d.', noDays),
    ...faults('date_to', 'The date to does not match the format Y-m-d.', noDays),
  ])('get 422 for $query', async ({ query, errors }) => {
    expect(await refusal(row, { path: `${row.path}?${query}` })).toEqual({
      status: 422,
      body: { message: 'The given data was invalid.', errors },
    });
  });

  it.each([
    'status=&type=&assistant_id=&date_from=',
    'assistant_id=9007199254740991',
    'date_from=0000-01-01&date_to=9999-12-31',
    'date_from=9999-12-31&date_to=0000-01-01',
    'phone_number=x',
    'phone_number=%FF%00',
    `phone_number=${'9'.repeat(4000)}`,
  ])('may find nothing: %s', async (query) => {
    expect(await refusal(row, { path: `${row.path}?${query}` })).toMatchObject({ status: 200, body: { data: [] } });
  });
});

describe('the filters of GET /user/leads', () => {
  const row = rows.find(({ id }) => id === 'leads/list-leads')!;

  it.each([
    ...faults('campaign_id', 'The campaign id must be an integer.', [...noIntegers, '0', '-1', '01']),
    ...faults('status', 'The selected status is invalid.', ['x', 'CREATED', 'scheduled', '__proto__']),
    ...faults('date_from', 'The date from does not match the format Y-m-d.', ['2026-02-30', 'today', '%FF']),
    ...faults('date_to', 'The date to does not match the format Y-m-d.', ['2026-13-01', '20260101']),
  ])('get 422 for $query', async ({ query, errors }) => {
    expect(await refusal(row, { path: `${row.path}?${query}` })).toEqual({
      status: 422,
      body: { message: 'The given data was invalid.', errors },
    });
  });

  it.each([
    'campaign_id=9007199254740991',
    'campaign_id=2',
    'date_from=9999-12-31',
    'date_to=0000-01-01',
    'date_from=9999-12-31&date_to=0000-01-01',
    'phone_number=x',
    'phone_number=%FF%00',
    `phone_number=${'9'.repeat(4000)}`,
  ])('may find nothing: %s', async (query) => {
    expect(await refusal(row, { path: `${row.path}?${query}` })).toMatchObject({ status: 200, body: { data: [] } });
  });
});

describe('the number in DELETE /user/do-not-call/{phone_number}', () => {
  const row = rows.find(({ id }) => id === 'do-not-call/allow-number')!;

  it.each(['nobody', '0', '555', '__proto__', '%20', '%00', '%FF', '%zz', '9'.repeat(1000), '+12025550198', '+'])(
    'gets 404 when it is none of the list: %s',
    async (number) => {
      const path = row.path.replace('{phone_number}', number);
      expect(await refusal(row, { path })).toEqual(notFound('Phone number not found'));
    },
  );
});

describe.each(rows.filter(({ method, contract }) => method === 'GET' && contract.query === undefined))(
  'the query of $path',
  (row) => {
    it('is ignored', async () => {
      const query = '?page=1e3&type=x&type=y&__proto__=1&%FF=%zz';
      expect(await refusal(row, { path: pathOf(row) + query })).toEqual(await refusal(row));
    });
  },
);

describe('half a surrogate pair', () => {
  const half = '\\ud800';
  const read = '\ufffd';

  it('is read as a broken character, in every text of an assistant', async () => {
    const row = rows.find(({ id }) => id === 'assistants/create-assistant')!;
    const text = (label: string) => `${label} ${half}!`;
    const body = JSON.stringify({
      ...assistantRequest(),
      assistant_name: text('name'),
      initial_message: text('hello'),
      system_prompt: text('prompt'),
      webhook_url: `https://example.com/${half}`,
      end_call_tool: { description: text('end') },
      variables: { [text('key')]: text('value'), list: [text('item')] },
      post_call_schema: [{ name: 'a', type: 'string', description: text('field') }],
    }).replaceAll('\\\\ud800', half);
    const created = await send(row, { body });
    expect(created).toMatchObject({ status: 201, body: { data: { name: `name ${read}!` } } });
    const list = await send(rows.find(({ id }) => id === 'assistants/list-assistants')!);
    expect((list.body as { data: unknown[] }).data[0]).toMatchObject({
      name: `name ${read}!`,
      initial_message: `hello ${read}!`,
      system_prompt: `prompt ${read}!`,
      webhook_url: expect.stringContaining('https://example.com/') as string,
      tools: [{ type: 'end_call', data: { description: `end ${read}!` } }],
      variables: { list: [`item ${read}!`] },
      post_call_schema: [{ name: 'a', type: 'string', description: `field ${read}!` }],
    });
  });

  it.each([
    ['calls/make-call', 'variables', `{"${half}":"${half}"}`, 200],
    ['calls/make-call', 'phone_number', `"${half}"`, 400],
    ['leads/create-lead', 'variables', `{"${half}":"${half}"}`, 200],
    ['leads/create-lead', 'phone_number', `"${half}"`, 422],
    ['campaigns/create-campaign', 'name', `"${half}"`, 201],
    ['campaigns/create-campaign', 'timezone', `"Europe/${half}"`, 422],
    ['campaigns/create-campaign', 'goal_completion_variable', `"${half}"`, 422],
    ['campaigns/update-campaign-status', 'action', `"${half}"`, 422],
    ['do-not-call/forbid-number', 'reason', `"${half}"`, 200],
    ['do-not-call/forbid-number', 'phone_number', `"${half}"`, 422],
    ['leads/update-lead', 'variables', `{"${half}":"${half}"}`, 200],
    ['assistants/update-assistant', 'assistant_name', `"${half}"`, 200],
    ['assistants/create-assistant', 'language', `"${half}"`, 422],
    ['assistants/create-assistant', 'timezone', `"Europe/${half}"`, 422],
    ['assistants/create-assistant', 'engine_type', `"${half}"`, 422],
    ['assistants/enable-inbound-webhook', 'webhook_url', `"https://example.com/${half}"`, 200],
    ['assistants/enable-inbound-webhook', 'webhook_url', `"https://${half}.example.com/"`, 422],
    ['sms/send-sms', 'to', `"${half}"`, 400],
  ])('in %s %s is no failure: %s gets %i', async (id, field, json, status) => {
    const row = rows.find((candidate) => candidate.id === id)!;
    expect((await send(row, { body: spoilt(row, field, json) })).status).toBe(status);
  });
});
