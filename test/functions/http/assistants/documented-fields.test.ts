import { describe, expect, it } from 'vitest';
import { handler as createHandler } from '#functions/http/assistants/create-assistant.ts';
import { handler as updateHandler } from '#functions/http/assistants/update-assistant.ts';
import { toAssistantRecord } from '#shared/assistants/assistant-record.ts';
import { leastAssistantRequest } from '#test/support/assistant-request.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { httpEvent } from '#test/support/http-event.ts';
import { assistantDeps } from '#test/support/in-memory/service.ts';
import { buildUserTool } from '#test/support/user-tools.ts';

const sealed = { keyId: 'k', wrappedKey: 'w', content: 'c' };

async function setup() {
  const deps = assistantDeps();
  const before = buildAssistant();
  await deps.assistants.create(before);
  for (const [id, userId] of [
    [5_001, 7],
    [5_002, 7],
    [5_003, 8],
  ] as const)
    await deps.userTools.create(buildUserTool({ id, userId, name: `t${'_'.repeat(id - 5_000)}` }), sealed);
  const read = ({ statusCode, headers, body }: Awaited<ReturnType<ReturnType<typeof createHandler.with>>>) => ({
    status: statusCode,
    ignored: headers['x-ignored-fields'],
    body: JSON.parse(body) as { errors?: Record<string, string[]>; data: { id: number } },
  });
  const stored = async (id = before.id) => toAssistantRecord((await deps.assistants.get(7, id))!);
  return {
    stored,
    post: async (body: object) =>
      read(await createHandler.with(deps)(httpEvent({ body: leastAssistantRequest(body as never) }))),
    put: async (body: object) => read(await updateHandler.with(deps)(httpEvent({ id: before.id, body }))),
  };
}

const refused: Array<[string, unknown]> = [
  ['knowledgebase_id', 12],
  ['knowledgebase_mode', 'prompt'],
  ['secondary_language_ids', [2, 3]],
  ['chat_llm_fallback_id', 3],
  ['tts_emotion_enabled', false],
  ['synthesizer_provider_id', 1],
  ['ambient_sound', 'office'],
  ['conversation_inactivity_timeout', 60],
  ['conversation_ended_retrigger', true],
  ['conversation_ended_webhook_url', 'https://example.com/'],
];

describe.each(refused)('a documented field that does not work, %s', (field, value) => {
  const errors = { [field]: [`The ${field.replaceAll('_', ' ')} field is not supported.`] };

  it('is refused where its value would change a call', async () => {
    const { post, put } = await setup();
    for (const answer of [await post({ [field]: value }), await put({ [field]: value })])
      expect(answer).toMatchObject({ status: 422, body: { message: 'Validation failed', errors } });
  });

  it('is accepted with no value, with its default, and as the record shows it', async () => {
    const { post, put, stored } = await setup();
    const before = await stored();
    const shown = Object.entries(before).filter(([name]) => name === field);
    const harmless = {
      tts_emotion_enabled: true,
      conversation_inactivity_timeout: 30,
      conversation_ended_retrigger: 0,
    };
    const defaults = Object.entries(harmless).filter(([name]) => name === field);
    for (const [, sent] of [...shown, ...defaults, [field, null], [field, '']] as Array<[string, unknown]>) {
      expect((await post({ [field]: sent })).status, JSON.stringify(sent)).toBe(201);
      expect((await put({ [field]: sent })).status, JSON.stringify(sent)).toBe(200);
    }
    const { updated_at: _, ...after } = await stored();
    expect(before).toMatchObject(after);
  });
});

it('fields that only put assistants in order are taken, ignored and named', async () => {
  const { post, put } = await setup();
  const sent = { folder_id: 4, label_ids: [1, 2], label: 'x' };
  expect(await post(sent)).toMatchObject({ status: 201, ignored: 'folder_id, label_ids, label' });
  expect(await put({ folder_id: 4 })).toMatchObject({ status: 200, ignored: 'folder_id' });
  expect(await put({ folder_id: null, name: 'Mia' })).toMatchObject({ status: 200, ignored: undefined });
});

describe('the provider that transcribes', () => {
  const errors = { transcriber_provider_id: ['The selected transcriber provider id is invalid.'] };

  it('is one of the list', async () => {
    const { post, put } = await setup();
    for (const id of [0, 3, 'Deepgram'])
      for (const send of [post, put])
        expect(await send({ transcriber_provider_id: id })).toMatchObject({ status: 422 });
  });

  it('transcribes the language, also when either changes alone', async () => {
    const { post, put } = await setup();
    expect(await post({ transcriber_provider_id: 1, language: 'Basque' })).toMatchObject({
      status: 422,
      body: { errors },
    });
    expect(await put({ language: 'Basque', transcriber_provider_id: 2 })).toMatchObject({ status: 200 });
    expect(await put({ transcriber_provider_id: 1 })).toMatchObject({ status: 422, body: { errors } });
    expect(await put({ language: 'German', transcriber_provider_id: '1' })).toMatchObject({ status: 200 });
    expect(await put({ language: 'Basque' })).toMatchObject({ status: 422, body: { errors } });
    expect(await put({ language: 'Basque', transcriber_provider_id: null })).toMatchObject({ status: 200 });
  });
});

describe('the tools of the service', () => {
  it.each<[string, object]>([
    ['flat', { type: 'end_call', description: 'After the goodbye.' }],
    ['nested', { type: 'end_call', data: { description: 'After the goodbye.' } }],
  ])('are accepted %s, and shown nested', async (_, tool) => {
    const { post, put, stored } = await setup();
    const { body } = await post({ tools: [tool] });
    const shown = [{ type: 'end_call', data: { description: 'After the goodbye.' } }];
    expect((await stored(body.data.id)).tools).toEqual(shown);
    expect((await put({ tools: [tool] })).status).toBe(200);
    expect((await stored()).tools).toEqual(shown);
    await put({ tools: [] });
    expect((await stored()).tools).toEqual([]);
  });

  it.each([
    { type: 'end_call', usual: 'When the conversation is over.' },
    { type: 'wait', usual: 'When the customer asks for time.' },
  ])('need no description: $type', async ({ type, usual }) => {
    const { put, stored } = await setup();
    for (const tool of [{ type }, { type, data: {} }, { type, description: null }]) {
      await put({ tools: [tool] });
      expect((await stored()).tools).toEqual([{ type, data: { description: usual } }]);
    }
    for (const tool of [
      { type, description: 'Then.' },
      { type, data: { description: 'Then.' } },
    ]) {
      await put({ tools: [tool] });
      expect((await stored()).tools).toEqual([{ type, data: { description: 'Then.' } }]);
    }
  });

  it.each(['warm_call_transfer', 'dtmf_input', 'collect_keypad', 'assistant_transfer', 'calendar_integration'])(
    '%s is not supported yet',
    async (type) => {
      const { post, put } = await setup();
      const errors = { 'tools.0.type': ['The tools.0.type field is not supported.'] };
      for (const tool of [
        { type, description: 'x' },
        { type, data: {} },
      ]) {
        expect(await post({ tools: [tool] })).toMatchObject({ status: 422, body: { errors } });
        expect(await put({ tools: [tool] })).toMatchObject({ status: 422, body: { errors } });
      }
    },
  );

  it.each<[object, Record<string, string>]>([
    [{ description: 'x' }, { 'tools.0.type': 'The tools.0.type field is required.' }],
    [{ type: 'fly' }, { 'tools.0.type': 'The selected tools.0.type is invalid.' }],
    [
      { type: 'end_call', description: 'x'.repeat(501) },
      { 'tools.0.description': 'The tools.0.description must not be greater than 500 characters.' },
    ],
    [
      { type: 'end_call', data: { description: 'x'.repeat(501) } },
      { 'tools.0.data.description': 'The tools.0.data.description must not be greater than 500 characters.' },
    ],
  ])('a mistake in %j is named as it was sent', async (tool, errors) => {
    const { put } = await setup();
    const named = Object.fromEntries(Object.entries(errors).map(([field, sentence]) => [field, [sentence]]));
    expect(await put({ tools: [tool] })).toMatchObject({ status: 422, body: { errors: named } });
  });
});

describe('the tools of the user', () => {
  it('are attached, replaced and removed', async () => {
    const { post, put, stored } = await setup();
    const { body } = await post({ tool_ids: [5_001, '5002', 5_001] });
    expect((await stored(body.data.id)).tool_ids).toEqual([5_001, 5_002]);
    expect((await stored()).tool_ids).toEqual([]);
    await put({ tool_ids: [5_002] });
    expect((await stored()).tool_ids).toEqual([5_002]);
    await put({ name: 'Mia' });
    expect((await stored()).tool_ids).toEqual([5_002]);
    await put({ tool_ids: null });
    expect((await stored()).tool_ids).toEqual([]);
  });

  it('must exist, and be those of the user', async () => {
    const { post, put } = await setup();
    const errors = { 'tool_ids.1': ['The selected tool ids.1 is invalid.'] };
    for (const id of [5_003, 99]) {
      expect(await post({ tool_ids: [5_001, id] })).toMatchObject({ status: 422, body: { errors } });
      expect(await put({ tool_ids: [5_001, id] })).toMatchObject({ status: 422, body: { errors } });
    }
  });

  it('are 20 at most', async () => {
    const { put } = await setup();
    const ids = Array.from({ length: 21 }, (_, index) => index + 1);
    const errors = { tool_ids: ['The tool ids must not have more than 20 items.'] };
    expect(await put({ tool_ids: ids })).toMatchObject({ status: 422, body: { errors } });
  });
});
