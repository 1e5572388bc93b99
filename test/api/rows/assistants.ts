import * as v from 'valibot';
import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import {
  CREATE_ASSISTANT,
  createAssistant,
  foreignIds,
  LIST_ASSISTANTS,
  readAssistant,
  strangersAssistant,
  UPDATE_ASSISTANT,
  validationFailed,
} from '#test/api/steps.ts';

const DELETE_ASSISTANT = 'DELETE /user/assistant/{id}';
const LIST_OUTBOUND = 'GET /user/assistants/outbound';
const notFound = { message: 'Assistant not found' };
const minimal = {
  assistant_name: 'Reception',
  voice_id: 1,
  language: 'English',
  llm_model: 'rehearsal',
  calls_direction: 'make',
  engine_type: 'pipeline',
  timezone: 'Europe/Berlin',
  initial_message: 'Hello!',
  system_prompt: 'Be kind.',
};

const defaults = {
  status: 'active',
  voice_stability: '0.70',
  voice_similarity: '0.50',
  speech_speed: '1.00',
  llm_temperature: '0.10',
  ambient_sound: 'off',
  ambient_sound_volume: '0.50',
  endpoint_type: 'vad',
  endpoint_sensitivity: 0.5,
  interrupt_sensitivity: 0.5,
  allow_interruptions: true,
  fillers: 0,
  record: false,
  enable_noise_cancellation: true,
  wait_for_customer: false,
  max_duration: 600,
  max_silence_duration: 40,
  reengagement_interval: 30,
  end_call_on_voicemail: 1,
  is_webhook_active: false,
  webhook_url: null,
  inbound_webhook_url: null,
  send_webhook_only_on_completed: true,
  include_recording_in_webhook: true,
  post_call_evaluation: true,
  knowledgebase_mode: 'function_call',
  variables: {},
  widget_settings: { theme: 'light', color: '#2563eb', position: 'bottom-right' },
  instance_id: 1,
  phone_number_id: null,
  engine_id: null,
  synthesizer_id: null,
  transcriber_id: null,
  flows_platform_id: null,
  knowledgebase_id: null,
  deleted_at: null,
  tools: [],
};

const createRows = [
  row({
    sentence: 'An assistant is created with the required fields alone, and answered in short',
    from: 'Create assistant',
    endpoint: CREATE_ASSISTANT,
    status: 201,
    ask: () => ({ body: minimal }),
    shape: v.strictObject({ message: v.literal('Assistant created successfully'), data: shapes.assistantSummary }),
    part: { data: { name: 'Reception', status: 'active', type: 'outbound', mode: 'pipeline' } },
  }),
  row({
    sentence: 'What a request leaves out has its default',
    from: 'decisions 3',
    endpoint: CREATE_ASSISTANT,
    status: 201,
    ask: () => ({ body: minimal }),
    after: async ({ body }, _, world) => {
      const record = await readAssistant(world, (body as { data: { id: number } }).data.id);
      expect(record).toMatchObject({ ...defaults, user_id: world.customer.userId });
      expect(record?.['post_call_schema']).toMatchObject([
        { name: 'status', type: 'bool' },
        { name: 'summary', type: 'string' },
      ]);
      const fillers = Object.values(record?.['filler_config'] as Record<string, string[]>);
      expect(fillers.map(({ length }) => length > 0)).toEqual([true, true, true, true]);
    },
  }),
  row({
    sentence: 'null and an empty text for an optional field are its default',
    from: 'decisions 1; decisions 3',
    endpoint: CREATE_ASSISTANT,
    status: 201,
    ask: () =>
      [null, ''].map((value) => ({ body: { ...minimal, speech_speed: value, webhook_url: value, variables: value } })),
    after: async ({ body }, _, world) => {
      const record = await readAssistant(world, (body as { data: { id: number } }).data.id);
      expect(record).toMatchObject({ speech_speed: '1.00', webhook_url: null, variables: {} });
    },
  }),
  row({
    sentence: 'All failing fields are reported at once, by the path as it was sent',
    from: 'decisions 2',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: () => ({
      body: {
        ...minimal,
        assistant_name: undefined,
        voice_id: 999_999,
        speech_speed: 3,
        post_call_schema: [{ name: 'a b', type: 'date' }, 'x'],
        end_call_tool: { description: 'x'.repeat(501) },
        is_webhook_active: true,
      },
    }),
    body: validationFailed({
      assistant_name: 'The assistant name field is required.',
      voice_id: 'The selected voice id is invalid.',
      speech_speed: 'The speech speed must be between 0.7 and 1.2.',
      'post_call_schema.0.name': 'The post call schema.0.name format is invalid.',
      'post_call_schema.0.type': 'The selected post call schema.0.type is invalid.',
      'post_call_schema.0.description': 'The post call schema.0.description field is required.',
      'post_call_schema.1': 'The post call schema.1 must be an object.',
      'end_call_tool.description': 'The end call tool.description must not be greater than 500 characters.',
      webhook_url: 'The webhook url field is required when is webhook active is true.',
    }),
  }),
  row({
    sentence: 'An empty body, and none at all, are told every required field',
    from: 'decisions 2',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: () => [{ body: {} }, {}, { text: '' }],
    body: validationFailed({
      assistant_name: 'The assistant name field is required.',
      voice_id: 'The voice id field is required.',
      language: 'The language field is required.',
      llm_model: 'The llm model field is required.',
      calls_direction: 'The calls direction field is required.',
      engine_type: 'The engine type field is required.',
      timezone: 'The timezone field is required.',
      initial_message: 'The initial message field is required.',
      system_prompt: 'The system prompt field is required.',
    }),
  }),
  row({
    sentence: 'webhook_url is required while the webhook is active',
    from: 'Create assistant; Errors',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: () => [
      { body: { ...minimal, is_webhook_active: true } },
      { body: { ...minimal, is_webhook_active: true, webhook_url: null } },
      { body: { ...minimal, is_webhook_active: '1', webhook_url: '' } },
    ],
    body: validationFailed({ webhook_url: 'The webhook url field is required when is webhook active is true.' }),
  }),
  row({
    sentence: 'The name of a schema item is made of letters, digits and underscores',
    from: 'Create assistant',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: () =>
      ['a b', 'a-b', 'é', 'a.b', 'a\nb'].map((name) => ({
        body: { ...minimal, post_call_schema: [{ name, type: 'string', description: 'x' }] },
      })),
    body: validationFailed({ 'post_call_schema.0.name': 'The post call schema.0.name format is invalid.' }),
  }),
  row({
    sentence: 'Each item of post_call_schema needs name, type and description',
    from: 'Create assistant',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: () => ({ body: { ...minimal, post_call_schema: [{}] } }),
    body: validationFailed({
      'post_call_schema.0.name': 'The post call schema.0.name field is required.',
      'post_call_schema.0.type': 'The post call schema.0.type field is required.',
      'post_call_schema.0.description': 'The post call schema.0.description field is required.',
    }),
  }),
  row({
    sentence: 'end_call_tool.description has at most 500 characters, nested or as the literal key',
    from: 'Create assistant; Limits',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: () =>
      [{ end_call_tool: { description: 'x'.repeat(501) } }, { 'end_call_tool.description': 'x'.repeat(501) }].map(
        (tool) => ({ body: { ...minimal, ...tool } }),
      ),
    body: validationFailed({
      'end_call_tool.description': 'The end call tool.description must not be greater than 500 characters.',
    }),
  }),
  row({
    sentence: 'Texts may be as long as their limit',
    from: 'Limits',
    endpoint: CREATE_ASSISTANT,
    status: 201,
    ask: () => ({
      body: {
        ...minimal,
        assistant_name: 'n'.repeat(255),
        end_call_tool: { description: 'd'.repeat(500) },
        initial_message: 'm'.repeat(5000),
        system_prompt: 'p'.repeat(50_000),
      },
    }),
  }),
  row({
    sentence: 'The voice fits the engine mode',
    from: 'decisions 3',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: () => ({ body: { ...minimal, voice_id: 101 } }),
    body: validationFailed({ voice_id: 'The selected voice id is invalid.' }),
  }),
  row({
    sentence: "The voice is public or the user's own",
    from: 'Create assistant; decisions 3',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: (_, { stranger }) => ({ body: { ...minimal, voice_id: stranger.voiceId } }),
    body: validationFailed({ voice_id: 'The selected voice id is invalid.' }),
  }),
  row({
    sentence: "The user's own voice can be chosen",
    from: 'Get available voices',
    endpoint: CREATE_ASSISTANT,
    status: 201,
    ask: (_, { customer }) => ({ body: { ...minimal, voice_id: customer.voiceId } }),
  }),
  row({
    sentence: 'The model fits the engine mode',
    from: 'decisions 3',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: () => ({ body: { ...minimal, llm_model: 'gpt-realtime' } }),
    body: validationFailed({ llm_model: 'The selected llm model is invalid.' }),
  }),
  row({
    sentence: "The number is one of the user's",
    from: 'Create assistant',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: (_, { stranger }) => ({ body: { ...minimal, phone_number_id: stranger.numbers.normal.id } }),
    body: validationFailed({ phone_number_id: 'The selected phone number id is invalid.' }),
  }),
  row({
    sentence: 'An outbound assistant may call from any number of the user',
    from: 'Create assistant',
    endpoint: CREATE_ASSISTANT,
    status: 201,
    ask: (_, { customer }) =>
      Object.values(customer.numbers).map(({ id }) => ({ body: { ...minimal, phone_number_id: id } })),
  }),
  row({
    sentence: 'An inbound assistant refuses a caller ID',
    from: 'decisions 3',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: (_, { customer }) => ({
      body: { ...minimal, calls_direction: 'receive', phone_number_id: customer.numbers.callerId.id },
    }),
    body: validationFailed({ phone_number_id: 'The selected phone number id is invalid.' }),
  }),
  row({
    sentence: 'An inbound assistant refuses a number that another inbound assistant holds',
    from: 'decisions 3',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    isFresh: true,
    given: (world) =>
      createAssistant(world, { calls_direction: 'receive', phone_number_id: world.customer.numbers.normal.id }),
    ask: (_, { customer }) => ({
      body: { ...minimal, calls_direction: 'receive', phone_number_id: customer.numbers.normal.id },
    }),
    body: validationFailed({ phone_number_id: 'The selected phone number id is invalid.' }),
  }),
  row({
    sentence: 'Unknown fields are ignored',
    from: 'decisions 1',
    endpoint: CREATE_ASSISTANT,
    status: 201,
    ask: () => ({ body: { ...minimal, id: 5, user_id: 1, status: 'inactive', colour: 'red' } }),
    part: { data: { status: 'active' } },
  }),
];

const updateRows = [
  row({
    sentence: 'Only the supplied fields change',
    from: 'Update assistant; decisions 3',
    endpoint: UPDATE_ASSISTANT,
    status: 200,
    given: (world) => createAssistant(world, { speech_speed: 1.1, variables: { shop: 'Ada' } }),
    ask: (id) => ({ id, body: { assistant_name: 'Front desk' } }),
    shape: v.strictObject({ message: v.literal('Assistant updated successfully'), data: shapes.assistantSummary }),
    part: (id) => ({ data: { id, name: 'Front desk', status: 'active', type: 'outbound', mode: 'pipeline' } }),
    after: async (_, id, world) => {
      const record = { name: 'Front desk', speech_speed: '1.10', variables: { shop: 'Ada' }, voice_id: 1 };
      expect(await readAssistant(world, id)).toMatchObject(record);
    },
  }),
  row({
    sentence: 'An empty change is no fault',
    from: 'decisions 3',
    endpoint: UPDATE_ASSISTANT,
    status: 200,
    given: createAssistant,
    ask: (id) => [{ id, body: {} }, { id }],
  }),
  row({
    sentence: 'null clears an optional field back to its default',
    from: 'decisions 3',
    endpoint: UPDATE_ASSISTANT,
    status: 200,
    given: (world) =>
      createAssistant(world, { speech_speed: 1.1, max_call_duration: 60, variables: { a: 1 }, record_call: true }),
    ask: (id) => ({
      id,
      body: { speech_speed: null, max_call_duration: null, variables: null, record_call: null, end_call_tool: null },
    }),
    after: async (_, id, world) => {
      const record = { speech_speed: '1.00', max_duration: 600, variables: {}, record: false, tools: [] };
      expect(await readAssistant(world, id)).toMatchObject(record);
    },
  }),
  row({
    sentence: 'Rules that tie two fields hold on the merged assistant',
    from: 'decisions 3',
    endpoint: UPDATE_ASSISTANT,
    status: 422,
    given: createAssistant,
    ask: (id) => ({ id, body: { engine_type: 'multimodal' } }),
    body: validationFailed({
      voice_id: 'The selected voice id is invalid.',
      llm_model: 'The selected llm model is invalid.',
    }),
  }),
  row({
    sentence: 'An active webhook keeps its URL',
    from: 'decisions 3',
    endpoint: UPDATE_ASSISTANT,
    status: 422,
    given: (world) => createAssistant(world, { is_webhook_active: true, webhook_url: 'https://example.com/hook' }),
    ask: (id) => ({ id, body: { webhook_url: null } }),
    body: validationFailed({ webhook_url: 'The webhook url field is required when is webhook active is true.' }),
  }),
  row({
    sentence: 'speech_speed outside 0.7 to 1.2 is the example of a refusal',
    from: 'Update assistant; Errors',
    endpoint: UPDATE_ASSISTANT,
    status: 422,
    given: createAssistant,
    ask: (id) => ({ id, body: { speech_speed: 1.3 } }),
    body: validationFailed({ speech_speed: 'The speech speed must be between 0.7 and 1.2.' }),
    after: async (_, id, world) => {
      expect(await readAssistant(world, id)).toMatchObject({ speech_speed: '1.00' });
    },
  }),
  row({
    sentence: 'Updates that each fit into a request cannot make an assistant that is too large to be stored',
    from: 'decisions 1',
    endpoint: UPDATE_ASSISTANT,
    status: 422,
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
  row({
    sentence: 'An assistant that is not there cannot be changed',
    from: 'Errors; decisions 1',
    endpoint: UPDATE_ASSISTANT,
    status: 404,
    ask: () => foreignIds.map((id) => ({ id, body: { assistant_name: 'Front desk' } })),
    body: notFound,
  }),
  row({
    sentence: "Somebody else's assistant is not there",
    from: 'Errors; decisions 1',
    endpoint: UPDATE_ASSISTANT,
    status: 404,
    given: strangersAssistant,
    ask: (id) => [
      { id, body: { assistant_name: 'Mine now' } },
      { id, body: { speech_speed: 7 } },
    ],
    body: notFound,
  }),
];

const deleteRows = [
  row({
    sentence: 'An assistant is deleted for good',
    from: 'Delete assistant',
    endpoint: DELETE_ASSISTANT,
    status: 200,
    given: createAssistant,
    ask: (id) => ({ id }),
    body: { message: 'Assistant deleted successfully' },
    after: async (_, id, world) => {
      expect(await readAssistant(world, id)).toBeUndefined();
      expect(await world.ask(DELETE_ASSISTANT, { id })).toMatchObject({ status: 404 });
    },
  }),
  row({
    sentence: 'Deleting an inbound assistant frees its number',
    from: 'decisions 3',
    endpoint: DELETE_ASSISTANT,
    status: 200,
    isFresh: true,
    given: (world) =>
      createAssistant(world, { calls_direction: 'receive', phone_number_id: world.customer.numbers.sip.id }),
    ask: (id) => ({ id }),
    after: async (_, __, world) => {
      const { id } = world.customer.numbers.sip;
      const { body } = await world.ask('GET /user/assistants/phone-numbers');
      expect(body).toContainEqual(expect.objectContaining({ id, is_available: true }));
    },
  }),
  row({
    sentence: 'An assistant that is not there cannot be deleted',
    from: 'Errors',
    endpoint: DELETE_ASSISTANT,
    status: 404,
    ask: () => foreignIds.map((id) => ({ id })),
    body: notFound,
  }),
  row({
    sentence: "Only the user's own assistants can be deleted",
    from: 'Delete assistant; Errors',
    endpoint: DELETE_ASSISTANT,
    status: 404,
    given: strangersAssistant,
    ask: (id) => ({ id }),
    body: notFound,
  }),
];

const listRows = [
  row({
    sentence: 'Assistants are listed as whole records in the pagination envelope',
    from: 'List assistants; Assistant record',
    endpoint: LIST_ASSISTANTS,
    status: 200,
    given: async (world) => {
      await createAssistant(world, { calls_direction: 'receive', language: 'German' });
      await createAssistant(world, { engine_type: 'multimodal', voice_id: 101, llm_model: 'gpt-realtime' });
    },
    shape: shapes.envelope(shapes.assistantRecord),
  }),
  row({
    sentence: 'Assistants are listed newest first, and deleted ones not at all',
    from: 'decisions 3',
    endpoint: LIST_ASSISTANTS,
    status: 200,
    isFresh: true,
    given: async (world) => {
      for (const assistant_name of ['one', 'two', 'three']) await createAssistant(world, { assistant_name });
      await world.ask(DELETE_ASSISTANT, { id: await createAssistant(world) });
    },
    part: { data: [{ name: 'three' }, { name: 'two' }, { name: 'one' }], total: 3, per_page: 10 },
  }),
  row({
    sentence: "Only the user's own assistants are listed",
    from: 'Conventions; Authentication',
    endpoint: LIST_ASSISTANTS,
    status: 200,
    isFresh: true,
    given: strangersAssistant,
    part: { data: [], total: 0 },
  }),
  row({
    sentence: 'The outbound list is a plain array of reduced records of outbound assistants, newest first',
    from: 'Get outbound assistants; decisions 3',
    endpoint: LIST_OUTBOUND,
    status: 200,
    isFresh: true,
    given: async (world) => {
      await createAssistant(world, { assistant_name: 'in', calls_direction: 'receive' });
      await createAssistant(world, { assistant_name: 'old' });
      await createAssistant(world, { assistant_name: 'new' });
      await world.ask(DELETE_ASSISTANT, { id: await createAssistant(world) });
      await strangersAssistant(world);
    },
    shape: v.array(shapes.outboundAssistantRecord),
    after: ({ body }) => {
      expect((body as Array<{ name: string }>).map(({ name }) => name)).toEqual(['new', 'old']);
    },
  }),
  row({
    sentence: 'The outbound list is answered whole, whatever pages are asked for',
    from: 'Get outbound assistants; Limits',
    endpoint: LIST_OUTBOUND,
    status: 200,
    isFresh: true,
    given: async (world) => {
      for (let count = 0; count < 12; count += 1) await createAssistant(world);
    },
    ask: () => [{}, { query: 'per_page=5&page=2' }],
    after: ({ body }) => {
      expect(body).toHaveLength(12);
    },
  }),
];

export const assistantRows = [...createRows, ...updateRows, ...deleteRows, ...listRows];
