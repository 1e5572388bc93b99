import { describe, expect, it } from 'vitest';
import { handler as createHandler } from '#functions/http/tools/create-tool.ts';
import { handler as deleteHandler } from '#functions/http/tools/delete-tool.ts';
import { handler as getHandler } from '#functions/http/tools/get-tool.ts';
import { handler as listHandler } from '#functions/http/tools/list-tools.ts';
import { handler as updateHandler } from '#functions/http/tools/update-tool.ts';
import { reservedToolNames } from '#shared/assistants/assistant-tools.ts';
import { builtInTools } from '#shared/built-in-tools.ts';
import { createCachedSecrets } from '#shared/platform/secrets.ts';
import { readHeaders } from '#shared/tools/manage-user-tools.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { memoryService } from '#test/support/in-memory/service.ts';

const least = { name: 'find_slots', description: 'Finds slots.', endpoint: 'https://example.com/slots', method: 'GET' };
const NAME = 'Tool name must contain only lowercase letters and underscores, and start with a letter.';

function setup(assistants = [buildAssistant()]) {
  const service = memoryService({ assistants });
  const secrets = createCachedSecrets(async () => 'key', service.clock);
  const deps = { ...service, secrets, reservedNames: reservedToolNames };
  const id = async () => (await deps.userTools.list(7))[0]?.id ?? 0;
  return {
    deps,
    id,
    post: (body: object) => askerOf(createHandler.with(deps))({ body }),
    put: async (body: object) => askerOf(updateHandler.with(deps))({ id: await id(), body }),
    get: (toolId: number | string, userId = 7) => askerOf(getHandler.with(deps))({ id: toolId, userId }),
    list: () => askerOf(listHandler.with(deps))({}),
    remove: (toolId: number) => askerOf(deleteHandler.with(deps))({ id: toolId }),
    values: async () => readHeaders({ userId: 7, id: await id() }, deps),
  };
}

const invalid = (field: string, sentence: string) => ({
  status: 422,
  body: { message: 'The given data was invalid.', errors: { [field]: [sentence] } },
});

it('a tool is created, read, listed, changed and deleted, with the messages of the public API', async () => {
  const { post, put, get, list, remove, id } = setup();
  const created = await post({ ...least, schema: [{ name: 'day', type: 'string', description: 'The day.' }] });
  expect(created).toMatchObject({ status: 201, body: { message: 'Tool created successfully' } });
  const record = {
    id: await id(),
    ...least,
    timeout: 10,
    headers: [],
    schema: [{ name: 'day', type: 'string', description: 'The day.' }],
    parameters: null,
    wait_message: null,
    assignments: [],
    response_filter: null,
    repeatable: false,
    idempotent: false,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    updated_at: expect.any(String),
  };
  expect(created.body).toHaveProperty('data', record);
  expect(await get(await id())).toEqual({ status: 200, body: record });
  expect(await list()).toEqual({ status: 200, body: [record] });
  const changed = await put({ timeout: 30, schema: [] });
  expect(changed).toMatchObject({ status: 200, body: { message: 'Tool updated successfully' } });
  expect(changed.body).toHaveProperty('data', { ...record, timeout: 30, schema: [] });
  expect(await remove(await id())).toEqual({ status: 200, body: { message: 'Tool deleted successfully' } });
  expect(await get(record.id)).toEqual({ status: 404, body: { message: 'Tool not found' } });
});

it.each([
  ['of another user', 8],
  ['that does not exist', 7],
  ['whose id is none', 7],
])('a tool %s is not found', async (named, userId) => {
  const { post, get, id } = setup();
  await post(least);
  const toolId = userId === 8 ? await id() : named === 'whose id is none' ? 'x' : 99;
  expect(await get(toolId, userId)).toEqual({ status: 404, body: { message: 'Tool not found' } });
});

it.each<[string, object, string, string]>([
  ['a name with a digit', { name: 'find2' }, 'name', NAME],
  ['a name with a capital', { name: 'Find' }, 'name', NAME],
  ['a name of the service', { name: 'end_call' }, 'name', 'The selected name is invalid.'],
  ['no name', { name: ' ' }, 'name', 'The name field is required.'],
  [
    'a long description',
    { description: 'x'.repeat(256) },
    'description',
    'The description must not be greater than 255 characters.',
  ],
  ['a private address', { endpoint: 'http://169.254.169.254/latest' }, 'endpoint', 'The endpoint must be a valid URL.'],
  ['a private name', { endpoint: 'http://db.internal/' }, 'endpoint', 'The endpoint must be a valid URL.'],
  ['localhost', { endpoint: 'http://localhost:9000/' }, 'endpoint', 'The endpoint must be a valid URL.'],
  ['a host of the model', { endpoint: 'https://{host}/' }, 'endpoint', 'The endpoint must be a valid URL.'],
  ['another method', { method: 'HEAD' }, 'method', 'The selected method is invalid.'],
  ['no time', { timeout: 0 }, 'timeout', 'The timeout must be between 1 and 30.'],
  ['too much time', { timeout: 31 }, 'timeout', 'The timeout must be between 1 and 30.'],
  [
    'a type',
    { schema: [{ name: 'a', type: 'object', description: 'The a.' }] },
    'schema.0.type',
    'The selected schema.0.type is invalid.',
  ],
  [
    'a short description',
    { schema: [{ name: 'a', type: 'string', description: 'A.' }] },
    'schema.0.description',
    'The schema.0.description must be at least 3 characters.',
  ],
  [
    'a pattern',
    { parameters: { type: 'object', properties: { a: { type: 'string', pattern: 'x' } } } },
    'parameters.properties.a.pattern',
    'The parameters.properties.a.pattern field is not supported.',
  ],
  [
    'a header with a line break',
    { headers: [{ name: 'X-A\r\nX-B', value: '1' }] },
    'headers.0.name',
    'The headers.0.name format is invalid.',
  ],
  [
    'a header of the service',
    { headers: [{ name: 'Webhook-Signature', value: '1' }] },
    'headers.0.name',
    'The selected headers.0.name is invalid.',
  ],
  [
    'a header twice',
    {
      headers: [
        { name: 'X-A', value: '1' },
        { name: 'x-a', value: '2' },
      ],
    },
    'headers.1.name',
    'The headers.1.name has already been taken.',
  ],
  [
    'a masked value',
    { headers: [{ name: 'X-A', value: '••••' }] },
    'headers.0.value',
    'The headers.0.value format is invalid.',
  ],
  [
    'a variable',
    { assignments: [{ variable: 'a b', path: 'x' }] },
    'assignments.0.variable',
    'The assignments.0.variable format is invalid.',
  ],
])('create refuses %s', async (_, sent, field, sentence) => {
  const { post, deps } = setup();
  expect(await post({ ...least, ...sent })).toEqual(invalid(field, sentence));
  expect(await deps.userTools.list(7)).toEqual([]);
});

it('update refuses the same, and a required field that is emptied', async () => {
  const { post, put } = setup();
  await post(least);
  expect(await put({ name: 'wait' })).toEqual(invalid('name', 'The selected name is invalid.'));
  expect(await put({ endpoint: 'http://10.0.0.1/' })).toEqual(invalid('endpoint', 'The endpoint must be a valid URL.'));
  expect(await put({ name: null })).toEqual(invalid('name', 'The name field is required.'));
});

it('the names of all tools of the service are reserved', () => {
  for (const { name } of builtInTools) expect(reservedToolNames.has(name)).toBe(true);
});

it('a name is taken once, and 100 tools are the most', async () => {
  const { post } = setup();
  await post(least);
  expect(await post(least)).toEqual(invalid('name', 'The name has already been taken.'));
  for (let count = 1; count < 100; count += 1)
    await post({ ...least, name: `t${'_'.repeat(count % 60)}${'x'.repeat(Math.floor(count / 60))}` });
  const message = 'You have reached the limit of 100 mid call tools. Delete one first.';
  expect(await post({ ...least, name: 'more' })).toEqual({ status: 422, body: { message } });
});

describe('the values of headers', () => {
  const headers = [
    { name: 'Authorization', value: 'Bearer sk-live-0123456789' },
    { name: 'X-Mode', value: 'fast' },
  ];

  it('are masked in every answer, and in no item in clear', async () => {
    const { post, get, list, put, id, deps } = setup();
    const shown = [
      { name: 'Authorization', value: '••••6789' },
      { name: 'X-Mode', value: '••••' },
    ];
    const answers = [await post({ ...least, headers }), await get(await id()), await list(), await put({ timeout: 5 })];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain('sk-live');
    expect(answers[1]?.body).toMatchObject({ headers: shown });
    const stored = [await deps.userTools.list(7), await deps.userTools.getSecret(7, await id())];
    expect(JSON.stringify(stored)).not.toMatch(/sk-live|fast/);
  });

  it('stay if the masked value comes back, whatever else changes', async () => {
    const { post, put, get, id, values } = setup();
    await post({ ...least, headers });
    const { body } = await get(await id());
    expect(await put({ ...Object(body), timeout: 20 })).toMatchObject({ status: 200 });
    expect(await values()).toEqual({ Authorization: 'Bearer sk-live-0123456789', 'X-Mode': 'fast' });
    await put({
      headers: [
        { name: 'authorization', value: '••••6789' },
        { name: 'X-New', value: 'new' },
      ],
    });
    expect(await values()).toEqual({ authorization: 'Bearer sk-live-0123456789', 'X-New': 'new' });
    await put({ headers: [{ name: 'Authorization', value: 'Bearer other' }] });
    expect(await values()).toEqual({ Authorization: 'Bearer other' });
    expect(await put({ headers: [{ name: 'X-Other', value: '••••ther' }] })).toEqual(
      invalid('headers.0.value', 'The headers.0.value format is invalid.'),
    );
    await put({ headers: [] });
    expect(await values()).toEqual({});
  });
});

it('null sets an optional field to its default, and an empty wait message is kept', async () => {
  const { post, put, get, id } = setup();
  const extras = {
    timeout: 3,
    schema: [{ name: 'a', type: 'string', description: 'The a.' }],
    parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
    wait_message: '',
    assignments: [{ variable: 'slot', path: 'slots.0', sensitive: true }],
    response_filter: ['slots'],
    repeatable: true,
    idempotent: true,
  };
  await post({ ...least, ...extras });
  expect((await get(await id())).body).toMatchObject(extras);
  await put(Object.fromEntries(Object.keys(extras).map((field) => [field, null])));
  expect((await get(await id())).body).toMatchObject({
    timeout: 10,
    schema: [],
    parameters: null,
    wait_message: null,
    assignments: [],
    response_filter: null,
    repeatable: false,
    idempotent: false,
  });
});

it('a deleted tool is detached from every assistant', async () => {
  const { post, remove, id, deps } = setup([]);
  await post(least);
  const toolId = await id();
  for (const one of [1, 2, 3])
    await deps.assistants.create(buildAssistant({ id: one, toolIds: one === 3 ? [9] : [toolId, 9], type: 'outbound' }));
  expect((await remove(toolId)).status).toBe(200);
  const assistants = await Promise.all([1, 2, 3].map((one) => deps.assistants.get(7, one)));
  expect(assistants.map((one) => one?.toolIds)).toEqual([[9], [9], [9]]);
  expect(assistants.map((one) => one?.version)).toEqual([2, 2, 1]);
});
