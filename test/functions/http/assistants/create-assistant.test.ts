import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/create-assistant.ts';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import { toAssistantRecord } from '#shared/assistants/assistant-record.ts';
import { assistantDeps, assistantRequest } from '#test/support/assistant-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

interface Answer {
  message: string;
  data: { id: number };
}

function setup() {
  const deps = assistantDeps();
  const post = async (body: unknown) => readResponse(await handler.with(deps)(httpEvent({ body })));
  const create = async (changes: Record<string, unknown> = {}) => {
    const { status, body } = await post(assistantRequest(changes));
    expect(status).toBe(201);
    const assistant = await deps.assistants.get(7, (body as Answer).data.id);
    return toAssistantRecord(assistant!);
  };
  return { deps, post, create };
}

describe('POST /user/assistant', () => {
  it('answers 201 with the summary of the assistant', async () => {
    const { post } = setup();
    expect(await post(assistantRequest())).toEqual({
      status: 201,
      body: {
        message: 'Assistant created successfully',
        data: { id: expect.any(Number), name: 'Reception', status: 'active', type: 'outbound', mode: 'pipeline' },
      },
    });
  });

  it('gives what is left out the defaults of the service', async () => {
    const { create } = setup();
    expect(await create()).toEqual({
      id: expect.any(Number),
      uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4/),
      user_id: 7,
      instance_id: 1,
      name: 'Reception',
      type: 'outbound',
      mode: 'pipeline',
      status: 'active',
      phone_number_id: null,
      engine_id: null,
      synthesizer_id: null,
      synthesizer_provider_id: null,
      transcriber_id: null,
      transcriber_provider_id: null,
      voice_id: 1,
      language: 'English',
      language_id: 1,
      llm_model_id: 11,
      multimodal_model_id: null,
      timezone: 'Europe/Berlin',
      initial_message: 'Hello!',
      system_prompt: 'Be kind.',
      variables: {},
      tools: [],
      post_call_evaluation: true,
      post_call_schema: [
        { name: 'status', type: 'bool', description: expect.any(String) },
        { name: 'summary', type: 'string', description: expect.any(String) },
      ],
      fillers: 0,
      filler_config: phrasesFor(1).fillers,
      is_webhook_active: false,
      webhook_url: null,
      inbound_webhook_url: null,
      send_webhook_only_on_completed: true,
      include_recording_in_webhook: true,
      max_duration: 600,
      max_silence_duration: 40,
      reengagement_interval: 30,
      end_call_on_voicemail: 1,
      record: false,
      llm_temperature: '0.10',
      voice_stability: '0.70',
      voice_similarity: '0.50',
      speech_speed: '1.00',
      ambient_sound: 'off',
      ambient_sound_volume: '0.50',
      allow_interruptions: true,
      enable_noise_cancellation: true,
      endpoint_type: 'vad',
      endpoint_sensitivity: 0.5,
      interrupt_sensitivity: 0.5,
      min_interrupt_words: null,
      wait_for_customer: false,
      flows_platform_id: null,
      knowledgebase_id: null,
      knowledgebase_mode: 'function_call',
      widget_settings: { theme: 'light', color: '#2563eb', position: 'bottom-right' },
      created_at: '2026-06-30T11:53:20.000000Z',
      updated_at: '2026-06-30T11:53:20.000000Z',
      deleted_at: null,
    });
  });

  it('stores every optional field under its record name', async () => {
    const { create } = setup();
    const record = await create({
      phone_number_id: 1,
      endpoint_type: 'ai',
      endpoint_sensitivity: 5,
      interrupt_sensitivity: 0,
      ambient_sound_volume: 1,
      post_call_evaluation: false,
      send_webhook_only_on_completed: 0,
      include_recording_in_webhook: '0',
      is_webhook_active: '1',
      webhook_url: ' https://hooks.example.com/calls ',
      use_min_interrupt_words: true,
      min_interrupt_words: 10,
      variables: { customer_name: 'Ada', tags: ['a', 1] },
      post_call_schema: [{ name: 'Budget_2', type: 'number', description: 'What they can pay.' }],
      end_call_tool: { description: 'Hang up.' },
      llm_temperature: 0.255,
      voice_stability: 0,
      voice_similarity: 1,
      speech_speed: 0.7,
      allow_interruptions: false,
      filler_audios: true,
      re_engagement_interval: 7,
      max_call_duration: 1200,
      max_silence_duration: 120,
      end_call_on_voicemail: false,
      noise_cancellation: false,
      record_call: true,
      who_speaks_first: 'Customer',
    });
    expect(record).toMatchObject({
      phone_number_id: 1,
      endpoint_type: 'ai',
      endpoint_sensitivity: 5,
      interrupt_sensitivity: 0,
      ambient_sound_volume: '1.00',
      post_call_evaluation: false,
      send_webhook_only_on_completed: false,
      include_recording_in_webhook: false,
      is_webhook_active: true,
      webhook_url: 'https://hooks.example.com/calls',
      min_interrupt_words: 10,
      variables: { customer_name: 'Ada', tags: ['a', 1] },
      post_call_schema: [{ name: 'Budget_2', type: 'number', description: 'What they can pay.' }],
      tools: [{ type: 'end_call', data: { description: 'Hang up.' } }],
      voice_stability: '0.00',
      voice_similarity: '1.00',
      speech_speed: '0.70',
      allow_interruptions: false,
      fillers: 1,
      reengagement_interval: 7,
      max_duration: 1200,
      max_silence_duration: 120,
      end_call_on_voicemail: 0,
      enable_noise_cancellation: false,
      record: true,
      wait_for_customer: true,
    });
  });

  it.each([
    { sent: { engine_type: 'multimodal', voice_id: 101, llm_model: 'gpt-realtime' }, ids: [null, 101] },
    { sent: { llm_model: 'GPT-4.1-MINI' }, ids: [1, null] },
  ])('stores the model of $sent under its mode', async ({ sent, ids }) => {
    const { create } = setup();
    const record = await create(sent);
    expect([record.llm_model_id, record.multimodal_model_id]).toEqual(ids);
  });

  it('speaks the fillers of the language, whose name may be written in any case', async () => {
    const { create } = setup();
    const record = await create({ language: 'german' });
    const german = findLanguageByName('German')!;
    expect(record).toMatchObject({
      language: 'German',
      language_id: german.id,
      filler_config: phrasesFor(german.id).fillers,
    });
  });

  it('takes the end call tool by the literal key with a dot', async () => {
    const { create } = setup();
    const record = await create({ 'end_call_tool.description': 'Hang up.' });
    expect(record.tools).toEqual([{ type: 'end_call', data: { description: 'Hang up.' } }]);
  });

  it('stores no least number of words when it is switched off', async () => {
    const { create } = setup();
    const record = await create({ use_min_interrupt_words: false, min_interrupt_words: 3 });
    expect(record.min_interrupt_words).toBeNull();
  });

  it("lets a user take a voice of their own, and an outbound assistant any of the user's numbers", async () => {
    const { create } = setup();
    await expect(create({ voice_id: 5001, phone_number_id: 2 })).resolves.toMatchObject({ voice_id: 5001 });
    await expect(create({ phone_number_id: 3 })).resolves.toMatchObject({ phone_number_id: 3 });
  });

  it('gives an inbound assistant its number alone', async () => {
    const { deps, create, post } = setup();
    const { id } = await create({ calls_direction: 'receive', phone_number_id: 1 });
    await expect(deps.phoneNumbers.get(7, 1)).resolves.toMatchObject({ inboundAssistantId: id });
    const second = await post(assistantRequest({ calls_direction: 'receive', phone_number_id: 1 }));
    expect(second).toMatchObject({
      status: 422,
      body: { errors: { phone_number_id: ['The selected phone number id is invalid.'] } },
    });
  });

  it('ignores fields that it does not know', async () => {
    const { create } = setup();
    const record = await create({ status: 'inactive', id: 5, user_id: 9, version: 7 });
    expect(record).toMatchObject({ status: 'active', user_id: 7 });
  });

  it.each([
    { sent: { phone_number_id: 4 }, field: 'phone_number_id', why: "another user's number" },
    { sent: { calls_direction: 'receive', phone_number_id: 2 }, field: 'phone_number_id', why: 'a caller ID' },
    { sent: { calls_direction: 'receive', phone_number_id: 3 }, field: 'phone_number_id', why: 'a taken number' },
    { sent: { phone_number_id: 77 }, field: 'phone_number_id', why: 'no number' },
    { sent: { voice_id: 5002 }, field: 'voice_id', why: "another user's voice" },
    { sent: { voice_id: 101 }, field: 'voice_id', why: 'a voice of the other mode' },
    { sent: { voice_id: -1 }, field: 'voice_id', why: 'no voice' },
    { sent: { llm_model: 'gpt-realtime' }, field: 'llm_model', why: 'a model of the other mode' },
    { sent: { llm_model: 'gpt-0' }, field: 'llm_model', why: 'no model' },
    { sent: { language: 'Klingon' }, field: 'language', why: 'no language' },
    { sent: { calls_direction: 'outbound' }, field: 'calls_direction', why: 'no direction' },
    { sent: { engine_type: 'dualplex' }, field: 'engine_type', why: 'no engine' },
    { sent: { who_speaks_first: 'Nobody' }, field: 'who_speaks_first', why: 'no speaker' },
    { sent: { endpoint_type: 'none' }, field: 'endpoint_type', why: 'no endpoint type' },
  ])('answers 422 to $sent, which is $why', async ({ sent, field }) => {
    const { post } = setup();
    expect(await post(assistantRequest(sent))).toEqual({
      status: 422,
      body: {
        message: 'Validation failed',
        errors: { [field]: [`The selected ${field.replaceAll('_', ' ')} is invalid.`] },
      },
    });
  });

  it.each([
    ['assistant_name', 'x'.repeat(256), 'The assistant name must not be greater than 255 characters.'],
    ['assistant_name', 5, 'The assistant name must be a string.'],
    ['assistant_name', '  ', 'The assistant name field is required.'],
    ['voice_id', '1', 'The voice id must be an integer.'],
    ['voice_id', 1.5, 'The voice id must be an integer.'],
    ['language', 'x'.repeat(101), 'The language must not be greater than 100 characters.'],
    ['llm_model', 'x'.repeat(101), 'The llm model must not be greater than 100 characters.'],
    ['timezone', 'Mars/Olympus', 'The timezone must be a valid timezone.'],
    ['timezone', '+02:00', 'The timezone must be a valid timezone.'],
    ['endpoint_sensitivity', 5.1, 'The endpoint sensitivity must be between 0 and 5.'],
    ['interrupt_sensitivity', -1, 'The interrupt sensitivity must be between 0 and 5.'],
    ['ambient_sound_volume', 2, 'The ambient sound volume must be between 0 and 1.'],
    ['post_call_evaluation', 'yes', 'The post call evaluation field must be true or false.'],
    ['is_webhook_active', 2, 'The is webhook active field must be true or false.'],
    ['webhook_url', 'hooks.example.com', 'The webhook url must be a valid URL.'],
    ['webhook_url', 'ftp://hooks.example.com', 'The webhook url must be a valid URL.'],
    ['webhook_url', 'http://127.0.0.1/hook', 'The webhook url must be a valid URL.'],
    ['min_interrupt_words', 11, 'The min interrupt words must be between 0 and 10.'],
    ['variables', ['a'], 'The variables must be an object.'],
    ['post_call_schema', {}, 'The post call schema must be an array.'],
    ['llm_temperature', 1.01, 'The llm temperature must be between 0 and 1.'],
    ['llm_temperature', '0.5', 'The llm temperature must be a number.'],
    ['voice_stability', 1.01, 'The voice stability must be between 0 and 1.'],
    ['voice_similarity', -0.01, 'The voice similarity must be between 0 and 1.'],
    ['speech_speed', 1.3, 'The speech speed must be between 0.7 and 1.2.'],
    ['speech_speed', 0.69, 'The speech speed must be between 0.7 and 1.2.'],
    ['re_engagement_interval', 6, 'The re engagement interval must be between 7 and 600.'],
    ['max_call_duration', 1201, 'The max call duration must be between 20 and 1200.'],
    ['max_call_duration', 60.5, 'The max call duration must be an integer.'],
    ['max_silence_duration', 0, 'The max silence duration must be between 1 and 120.'],
    ['end_call_tool', 'bye', 'The end call tool must be an object.'],
  ])('answers 422 to %s = %j', async (field, value, sentence) => {
    const { post } = setup();
    expect(await post(assistantRequest({ [field]: value }))).toEqual({
      status: 422,
      body: { message: 'Validation failed', errors: { [field]: [sentence] } },
    });
  });

  it.each([
    { sent: { end_call_tool: { description: 'x'.repeat(501) } } },
    { sent: { 'end_call_tool.description': 'x'.repeat(501) } },
  ])('names the end call tool by its path, however it was sent', async ({ sent }) => {
    const { post } = setup();
    const { body } = await post(assistantRequest(sent));
    expect(body).toMatchObject({
      errors: {
        'end_call_tool.description': ['The end call tool.description must not be greater than 500 characters.'],
      },
    });
  });

  it('names the items of the post-call schema by their place', async () => {
    const { post } = setup();
    const schema = [{ name: 'ok', type: 'bool', description: 'Fine.' }, { name: 'not ok', type: 'date' }, 'text'];
    const { body } = await post(assistantRequest({ post_call_schema: schema }));
    expect(body).toMatchObject({
      errors: {
        'post_call_schema.1.name': ['The post call schema.1.name format is invalid.'],
        'post_call_schema.1.type': ['The selected post call schema.1.type is invalid.'],
        'post_call_schema.1.description': ['The post call schema.1.description field is required.'],
        'post_call_schema.2': ['The post call schema.2 must be an object.'],
      },
    });
  });

  it.each([{}, { webhook_url: null }, { webhook_url: ' ' }])(
    'answers 422 when the webhook is on and its URL is %j',
    async (sent) => {
      const { post } = setup();
      const { status, body } = await post(assistantRequest({ is_webhook_active: true, ...sent }));
      expect(status).toBe(422);
      expect(body).toMatchObject({
        errors: { webhook_url: ['The webhook url field is required when is webhook active is true.'] },
      });
    },
  );

  it('reports every missing field at once, to no body at all too', async () => {
    const { post } = setup();
    const fields = Object.keys(assistantRequest());
    const errors = Object.fromEntries(
      fields.map((field) => [field, [`The ${field.replaceAll('_', ' ')} field is required.`]]),
    );
    const answer = { status: 422, body: { message: 'Validation failed', errors } };
    expect(await post({})).toEqual(answer);
    expect(await post(undefined)).toEqual(answer);
  });

  it('reports faults of form and records that do not exist at once', async () => {
    const { post } = setup();
    const { body } = await post(
      assistantRequest({
        assistant_name: '',
        voice_id: 999,
        language: 'Klingon',
        llm_model: 'gpt-0',
        phone_number_id: 77,
        is_webhook_active: true,
        speech_speed: 3,
      }),
    );
    expect(body).toEqual({
      message: 'Validation failed',
      errors: {
        assistant_name: ['The assistant name field is required.'],
        voice_id: ['The selected voice id is invalid.'],
        language: ['The selected language is invalid.'],
        llm_model: ['The selected llm model is invalid.'],
        phone_number_id: ['The selected phone number id is invalid.'],
        webhook_url: ['The webhook url field is required when is webhook active is true.'],
        speech_speed: ['The speech speed must be between 0.7 and 1.2.'],
      },
    });
  });

  it('draws another id when the first is taken', async () => {
    const { deps, post } = setup();
    let draws = 0;
    const outcomes = ['id_taken', 'created'] as const;
    const assistants = { ...deps.assistants, create: async () => outcomes[draws++]! };
    const response = await handler.with({ ...deps, assistants })(httpEvent({ body: assistantRequest() }));
    expect(response.statusCode).toBe(201);
    expect(draws).toBe(2);
    expect((await post(assistantRequest())).status).toBe(201);
  });

  it('answers 422 when the number is taken between the look and the write', async () => {
    const { deps } = setup();
    const assistants = { ...deps.assistants, create: async () => 'number_taken' as const };
    const body = assistantRequest({ calls_direction: 'receive', phone_number_id: 1 });
    const response = await handler.with({ ...deps, assistants })(httpEvent({ body }));
    expect(readResponse(response)).toEqual({
      status: 422,
      body: {
        message: 'Validation failed',
        errors: { phone_number_id: ['The selected phone number id is invalid.'] },
      },
    });
  });

  it('answers 500 with its own text when the table fails', async () => {
    const { deps } = setup();
    const assistants = { ...deps.assistants, create: () => Promise.reject(new Error('table down')) };
    const response = await handler.with({ ...deps, assistants })(httpEvent({ body: assistantRequest() }));
    expect(readResponse(response)).toEqual({ status: 500, body: { message: 'Assistant creation failed' } });
  });
});
