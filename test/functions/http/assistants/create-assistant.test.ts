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
    { sent: { llm_model: 'gpt-realtime' }, field: 'llm_model', why: 'a model of the other mode' },
    { sent: { llm_model: 'gpt-0' }, field: 'llm_model', why: 'no model' },
    { sent: { language: 'Klingon' }, field: 'language', why: 'no language' },
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
