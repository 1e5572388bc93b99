import * as v from 'valibot';
import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import {
  CREATE_ASSISTANT,
  createAssistant,
  dataOf,
  LIST_ASSISTANTS,
  readAssistant,
  strangersAssistant,
  UPDATE_ASSISTANT,
  validationFailed,
  type Fields,
} from '#test/api/steps.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

const DELETE_ASSISTANT = 'DELETE /user/assistant/{id}';
const { end_call_tool: _, ...minimal } = assistantRequest();
const required = Object.keys(minimal);
const noNumber = validationFailed({ phone_number_id: 'The selected phone number id is invalid.' });
const noVoice = { voice_id: 'The selected voice id is invalid.' };
const noModel = { llm_model: 'The selected llm model is invalid.' };
const inbound = (phone_number_id: number) => ({ calls_direction: 'receive', phone_number_id });

const all = (value: unknown, names: string) => Object.fromEntries(names.split(' ').map((name) => [name, value]));
const defaults = {
  ...all(null, 'phone_number_id engine_id synthesizer_id transcriber_id flows_platform_id deleted_at'),
  ...all(null, 'webhook_url inbound_webhook_url'),
  ...all(true, 'allow_interruptions enable_noise_cancellation post_call_evaluation'),
  ...all(true, 'send_webhook_only_on_completed include_recording_in_webhook'),
  ...all(false, 'record wait_for_customer is_webhook_active'),
  ...all('0.50', 'voice_similarity ambient_sound_volume'),
  ...all(0.5, 'endpoint_sensitivity interrupt_sensitivity'),
  status: 'active',
  instance_id: 1,
  knowledgebase_id: 0,
  min_interrupt_words: 0,
  greeting_interruptible: null,
  voice_mail_message: null,
  max_hold_duration: 180,
  ringing_time: 30,
  max_initial_silence_duration: null,
  reengagement_prompt: null,
  variables: {},
  tools: [],
  tool_ids: [],
  secondary_language_ids: [],
  knowledgebase_mode: 'function_call',
  voice_stability: '0.70',
  speech_speed: '1.00',
  llm_temperature: '0.10',
  ambient_sound: 'off',
  fillers: 0,
  endpoint_type: 'vad',
  end_call_on_voicemail: 1,
  max_duration: 600,
  max_silence_duration: 40,
  reengagement_interval: 30,
  widget_settings: { theme: 'light', color: '#2563eb', position: 'bottom-right' },
};

const create = rowsOf(CREATE_ASSISTANT, 'Create assistant; Errors; decisions 1 to 3');

const createRows = [
  create(201, 'An assistant is created with the required fields alone, and answered in short', {
    ask: { body: minimal },
    shape: v.strictObject({ message: v.literal('Assistant created successfully'), data: shapes.assistantSummary }),
    part: { data: { name: 'Reception', status: 'active', type: 'outbound', mode: 'pipeline' } },
  }),
  create(201, 'What a request leaves out has its default', {
    ask: { body: minimal },
    after: async (answer, _, world) => {
      const record = await readAssistant(world, dataOf(answer).id);
      expect(record).toMatchObject({ ...defaults, user_id: world.customer.userId });
      expect(record?.['post_call_schema']).toMatchObject([
        { name: 'status', type: 'bool' },
        { name: 'summary', type: 'string' },
      ]);
      const fillers = Object.values(record?.['filler_config'] as Record<string, string[]>);
      expect(fillers.map(({ length }) => length > 0)).toEqual([true, true, true, true]);
    },
  }),
  create(201, 'null and an empty text for an optional field are its default', {
    ask: [null, ''].map((value) => ({
      body: { ...minimal, speech_speed: value, webhook_url: value, variables: value },
    })),
    after: async (answer, _, world) => {
      const record = await readAssistant(world, dataOf(answer).id);
      expect(record).toMatchObject({ speech_speed: '1.00', webhook_url: null, variables: {} });
    },
  }),
  create(422, 'All failing fields are reported at once, by the path as it was sent', {
    ask: {
      body: {
        ...minimal,
        assistant_name: undefined,
        voice_id: 999_999,
        speech_speed: 3,
        is_webhook_active: true,
        post_call_schema: [{ name: 'a b', type: 'date' }, 'x'],
        end_call_tool: { description: 'x'.repeat(501) },
      },
    },
    body: validationFailed({
      ...noVoice,
      assistant_name: 'The assistant name field is required.',
      speech_speed: 'The speech speed must be between 0.7 and 1.2.',
      'post_call_schema.0.name': 'The post call schema.0.name format is invalid.',
      'post_call_schema.0.type': 'The selected post call schema.0.type is invalid.',
      'post_call_schema.0.description': 'The post call schema.0.description field is required.',
      'post_call_schema.1': 'The post call schema.1 must be an object.',
      'end_call_tool.description': 'The end call tool.description must not be greater than 500 characters.',
      webhook_url: 'The webhook url field is required when is webhook active is true.',
    }),
  }),
  create(422, 'An empty body, and none at all, are told every required field', {
    ask: [{ body: {} }, {}, { text: '' }],
    body: validationFailed(
      Object.fromEntries(required.map((field) => [field, `The ${field.replaceAll('_', ' ')} field is required.`])),
    ),
  }),
  create(201, "The user's own voice can be chosen", {
    from: 'Get available voices',
    ask: (_, { customer }) => ({ body: { ...minimal, voice_id: customer.voiceId } }),
  }),
  create(201, 'An outbound assistant may call from any number of the user', {
    ask: (_, { customer }) =>
      Object.values(customer.numbers).map(({ id }) => ({ body: { ...minimal, phone_number_id: id } })),
  }),
  create(422, 'An inbound assistant refuses a caller ID', {
    ask: (_, { customer }) => ({ body: { ...minimal, ...inbound(customer.numbers.callerId.id) } }),
    body: noNumber,
  }),
  create(422, 'An inbound assistant refuses a number whose subscription has expired', {
    from: 'decisions 10',
    ask: (_, { customer }) => ({ body: { ...minimal, ...inbound(customer.numbers.expired.id) } }),
    body: noNumber,
  }),
  create(201, 'Numbers may be sent as text, an empty map as an empty list, and a time zone in any case', {
    from: 'decisions 2',
    ask: {
      body: assistantRequest({
        voice_id: '1',
        speech_speed: '1.10',
        max_call_duration: '60',
        variables: [],
        timezone: 'EUROPE/berlin',
      }),
    },
    after: async (answer, _, world) => {
      expect(await readAssistant(world, dataOf(answer).id)).toMatchObject({
        voice_id: 1,
        speech_speed: '1.10',
        max_duration: 60,
        variables: {},
        timezone: 'Europe/Berlin',
      });
    },
  }),
  create(201, 'A prompt may have 50,000 emojis', {
    from: 'decisions 2',
    ask: { body: assistantRequest({ system_prompt: '😀'.repeat(50_000) }) },
  }),
  create(422, 'An inbound assistant refuses a number that another inbound assistant holds', {
    isFresh: true,
    given: (world) => createAssistant(world, inbound(world.customer.numbers.normal.id)),
    ask: (_, { customer }) => ({ body: { ...minimal, ...inbound(customer.numbers.normal.id) } }),
    body: noNumber,
  }),
  create(201, 'Unknown fields are ignored', {
    ask: { body: { ...minimal, id: 5, user_id: 1, status: 'inactive', colour: 'red' } },
    part: { data: { status: 'active' } },
  }),
];

const update = rowsOf(UPDATE_ASSISTANT, 'Update assistant; Errors; decisions 3');
const shows = (record: Fields) => async (_: unknown, id: number, world: Parameters<typeof readAssistant>[0]) => {
  expect(await readAssistant(world, id)).toMatchObject(record);
};

const updateRows = [
  update(200, 'Only the supplied fields change', {
    given: (world) => createAssistant(world, { speech_speed: 1.1, variables: { shop: 'Ada' } }),
    ask: (id) => ({ id, body: { assistant_name: 'Front desk' } }),
    shape: v.strictObject({ message: v.literal('Assistant updated successfully'), data: shapes.assistantSummary }),
    part: (id) => ({ data: { id, name: 'Front desk', status: 'active', type: 'outbound', mode: 'pipeline' } }),
    after: shows({ name: 'Front desk', speech_speed: '1.10', variables: { shop: 'Ada' }, voice_id: 1 }),
  }),
  update(200, 'An empty change is no fault', { given: createAssistant, ask: (id) => [{ id, body: {} }, { id }] }),
  update(200, 'null clears an optional field back to its default', {
    given: (world) =>
      createAssistant(world, { speech_speed: 1.1, max_call_duration: 60, variables: { a: 1 }, record_call: true }),
    ask: (id) => ({
      id,
      body: { speech_speed: null, max_call_duration: null, variables: null, record_call: null, end_call_tool: null },
    }),
    after: shows({ speech_speed: '1.00', max_duration: 600, variables: {}, record: false, tools: [] }),
  }),
  update(422, 'Rules that tie two fields hold on the merged assistant', {
    given: createAssistant,
    ask: (id) => ({ id, body: { engine_type: 'multimodal' } }),
    body: validationFailed({ ...noVoice, ...noModel }),
  }),
  update(422, 'What is refused changes nothing', {
    given: createAssistant,
    ask: (id) => ({ id, body: { speech_speed: 1.3, assistant_name: 'Changed' } }),
    after: shows({ speech_speed: '1.00', name: 'Reception' }),
  }),
  update(422, 'Updates that each fit into a request cannot make an assistant that is too large to be stored', {
    from: 'decisions 1',
    given: async (world) => {
      const id = await createAssistant(world, { initial_message: 'm'.repeat(100_000) });
      const variables = { a: 'v'.repeat(65_000) };
      expect(await world.ask(UPDATE_ASSISTANT, { id, body: { variables } })).toMatchObject({ status: 200 });
      return id;
    },
    ask: (id) => ({ id, body: { system_prompt: 'p'.repeat(200_000) } }),
    after: async ({ body }, id, world) => {
      expect(Object.keys((body as { errors: object }).errors)).toEqual(['system_prompt']);
      expect(await readAssistant(world, id)).toMatchObject({ system_prompt: expect.not.stringContaining('ppp') });
    },
  }),
];

const remove = rowsOf(DELETE_ASSISTANT, 'Delete assistant; decisions 3');

const deleteRows = [
  remove(200, 'An assistant is deleted for good', {
    given: createAssistant,
    ask: (id) => ({ id }),
    body: { message: 'Assistant deleted successfully' },
    after: async (_, id, world) => {
      expect(await readAssistant(world, id)).toBeUndefined();
      expect(await world.ask(DELETE_ASSISTANT, { id })).toMatchObject({ status: 404 });
    },
  }),
  remove(200, 'Deleting an inbound assistant frees its number', {
    isFresh: true,
    given: (world) => createAssistant(world, inbound(world.customer.numbers.sip.id)),
    ask: (id) => ({ id }),
    after: async (_, __, world) => {
      const { id } = world.customer.numbers.sip;
      const { body } = await world.ask('GET /user/assistants/phone-numbers');
      expect(body).toContainEqual(expect.objectContaining({ id, is_available: true }));
    },
  }),
];

const list = rowsOf(LIST_ASSISTANTS, 'List assistants; Assistant record; decisions 3');
const listOutbound = rowsOf('GET /user/assistants/outbound', 'Get outbound assistants; Limits; decisions 3');

const listRows = [
  list(200, 'Assistants are listed as whole records in the pagination envelope', {
    given: async (world) => {
      await createAssistant(world, { calls_direction: 'receive', language: 'German' });
      await createAssistant(world, { engine_type: 'multimodal', voice_id: 101, llm_model: 'gpt-realtime-2.1' });
    },
    shape: shapes.envelope(shapes.assistantRecord),
  }),
  list(200, "Only the user's own assistants are listed, newest first, and deleted ones not at all", {
    isFresh: true,
    given: async (world) => {
      for (const assistant_name of ['one', 'two', 'three']) await createAssistant(world, { assistant_name });
      await world.ask(DELETE_ASSISTANT, { id: await createAssistant(world) });
      await strangersAssistant(world);
    },
    part: { data: [{ name: 'three' }, { name: 'two' }, { name: 'one' }], total: 3, per_page: 10 },
  }),
  listOutbound(200, 'The list is a plain array of reduced records, newest first, of outbound assistants alone', {
    isFresh: true,
    given: async (world) => {
      await createAssistant(world, { assistant_name: 'in', calls_direction: 'receive' });
      for (let count = 0; count < 12; count += 1) await createAssistant(world, { assistant_name: `${count}` });
      await world.ask(DELETE_ASSISTANT, { id: await createAssistant(world) });
      await strangersAssistant(world);
    },
    // It is answered whole, whatever page is asked for.
    ask: [{}, { query: 'per_page=5&page=2' }],
    shape: v.array(shapes.outboundAssistantRecord),
    after: ({ body }) => {
      const names = (body as Array<{ name: string }>).map(({ name }) => Number(name));
      expect(names).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    },
  }),
];

const get = rowsOf('GET /user/assistants/{id}', 'decisions 10');
const listAll = rowsOf('GET /user/assistants', 'decisions 10');

const patch = rowsOf('PATCH /user/assistant/{id}', 'existing clients');

const clientRows = [
  patch(200, 'PATCH is PUT, under both paths of existing clients', {
    given: createAssistant,
    ask: (id) => [
      { id, body: { max_duration: 90 } },
      { id, path: `/user/assistants/${id}`, body: { name: 'Day desk' } },
    ],
    after: async (_, id, world) => expect(await readAssistant(world, id)).toMatchObject({ max_duration: 90 }),
  }),
  get(200, 'One assistant is read as it is listed, under both paths of existing clients', {
    given: createAssistant,
    ask: (id) => [{ id }, { id, path: `/user/assistant/${id}` }],
    shape: shapes.assistantDetail,
    part: (id) => ({ id, name: 'Reception', version: 1 }),
  }),
  patch(409, 'An assistant that was changed after the version that is sent stays as it is', {
    from: 'decisions 10',
    given: async (world) => {
      const id = await createAssistant(world);
      await world.ask('PATCH /user/assistant/{id}', { id, body: { name: 'Of another tab' } });
      return id;
    },
    ask: (id) => ({ id, body: { name: 'Of this tab', if_version: 1 } }),
    body: { message: 'The assistant was changed meanwhile. Read it again.' },
    after: async (_, id, world) => expect(await readAssistant(world, id)).toMatchObject({ name: 'Of another tab' }),
  }),
  patch(200, 'An assistant that still has the version that is sent is changed', {
    from: 'decisions 10',
    given: createAssistant,
    ask: (id) => ({ id, body: { name: 'Of this tab', if_version: 1 } }),
    after: async (_, id, world) => expect(await readAssistant(world, id)).toMatchObject({ name: 'Of this tab' }),
  }),
  get(200, 'Objects have their keys in the same order on every read, that in which they were sent', {
    from: 'decisions 10',
    given: (world) => createAssistant(world, { variables: { zebra: 1, apple: { y: 1, b: 2 }, mango: 3 } }),
    ask: (id) => [{ id }, { id }, { id }],
    after: ({ body }) => {
      const { variables } = body as { variables: object };
      expect(JSON.stringify(variables)).toBe('{"zebra":1,"apple":{"y":1,"b":2},"mango":3}');
    },
  }),
  listAll(200, 'All assistants are listed at once as a plain array of whole records, newest first', {
    isFresh: true,
    given: async (world) => {
      for (let count = 0; count < 12; count += 1) await createAssistant(world, { assistant_name: `${count}` });
      await strangersAssistant(world);
    },
    shape: v.array(shapes.assistantRecord),
    after: ({ body }) =>
      expect((body as Fields[]).map(({ name }) => name)).toEqual([...Array(12).keys()].toReversed().map(String)),
  }),
];

export const assistantRows = [...clientRows, ...createRows, ...updateRows, ...deleteRows, ...listRows];
