import * as v from 'valibot';
import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { createAssistant, dataInvalid } from '#test/api/steps.ts';

const NUMBERS = 'GET /user/assistants/phone-numbers';
const VOICES = 'GET /user/assistants/voices';
const MODELS = 'GET /user/assistants/models';
const LANGUAGES = 'GET /user/assistants/languages';

type Named = Array<{ id: number; name: string; mode?: string }>;
const idsOf = (body: unknown) => (body as Array<{ id: number }>).map(({ id }) => id);

const numberRows = [
  row({
    sentence: "Only the user's numbers are listed, all of them, as a plain array",
    from: 'Get available phone numbers',
    endpoint: NUMBERS,
    status: 200,
    ask: () => [{}, { query: 'type=' }],
    shape: v.array(shapes.phoneNumberRecord),
    after: ({ body }, _, { customer }) => {
      expect(idsOf(body)).toEqual(Object.values(customer.numbers).map(({ id }) => id));
    },
  }),
  row({
    sentence: 'With type=outbound all numbers are listed',
    from: 'decisions 9',
    endpoint: NUMBERS,
    status: 200,
    ask: () => ({ query: 'type=outbound' }),
    after: ({ body }, _, { customer }) => {
      expect(idsOf(body)).toEqual(Object.values(customer.numbers).map(({ id }) => id));
    },
  }),
  row({
    sentence: 'With type=inbound caller IDs and numbers already assigned are left out',
    from: 'Get available phone numbers',
    endpoint: NUMBERS,
    status: 200,
    isFresh: true,
    given: (world) =>
      createAssistant(world, { calls_direction: 'receive', phone_number_id: world.customer.numbers.second.id }),
    ask: () => ({ query: 'type=inbound' }),
    after: ({ body }, _, { customer: { numbers } }) => {
      expect(idsOf(body)).toEqual([numbers.normal.id, numbers.sip.id, numbers.expired.id]);
    },
  }),
  row({
    sentence: 'is_available tells whether a new inbound assistant can have the number',
    from: 'Get available phone numbers',
    endpoint: NUMBERS,
    status: 200,
    isFresh: true,
    given: async (world) => {
      await createAssistant(world, { calls_direction: 'receive', phone_number_id: world.customer.numbers.normal.id });
      await createAssistant(world, { calls_direction: 'make', phone_number_id: world.customer.numbers.second.id });
    },
    part: [
      { type_label: 'Normal', is_available: false },
      { type_label: 'Normal', is_available: true },
      { type_label: 'SIP', is_available: true },
      { type_label: 'Caller ID', is_available: false },
      { type_label: 'Normal', is_available: true },
    ],
  }),
  row({
    sentence: 'type is inbound or outbound',
    from: 'Get available phone numbers; decisions 9',
    endpoint: NUMBERS,
    status: 422,
    ask: () => ['web', 'INBOUND', '1'].map((type) => ({ query: `type=${type}` })),
    body: dataInvalid({ type: 'The selected type is invalid.' }),
  }),
];

const voiceRows = [
  row({
    sentence: "Public voices of both modes and the user's own are listed, nobody else's",
    from: 'Get available voices',
    endpoint: VOICES,
    status: 200,
    shape: v.array(shapes.voiceRecord),
    after: ({ body }, _, { customer, stranger }) => {
      const voices = body as Named;
      expect(voices.filter(({ mode }) => mode === 'pipeline').length).toBeGreaterThanOrEqual(10);
      expect(voices.filter(({ mode }) => mode === 'multimodal').length).toBeGreaterThanOrEqual(10);
      expect(idsOf(voices)).toContain(customer.voiceId);
      expect(idsOf(voices)).not.toContain(stranger.voiceId);
    },
  }),
  ...['pipeline', 'multimodal'].map((mode) =>
    row({
      sentence: `With mode=${mode} only the voices of that mode are listed`,
      from: 'Get available voices',
      endpoint: VOICES,
      status: 200,
      ask: () => ({ query: `mode=${mode}` }),
      after: ({ body }) => {
        expect(new Set((body as Named).map((voice) => voice.mode))).toEqual(new Set([mode]));
      },
    }),
  ),
  row({
    sentence: 'mode is pipeline or multimodal',
    from: 'Get available voices; decisions 9',
    endpoint: VOICES,
    status: 422,
    ask: () => ['dualplex', 'Pipeline'].map((mode) => ({ query: `mode=${mode}` })),
    body: dataInvalid({ mode: 'The selected mode is invalid.' }),
  }),
];

const catalogueRows = [
  row({
    sentence: 'All models of both modes are listed in one answer',
    from: 'Get available LLM models; decisions 9',
    endpoint: MODELS,
    status: 200,
    ask: () => [{}, { query: 'page=2&mode=pipeline' }],
    shape: v.array(shapes.modelRecord),
    after: ({ body }) => {
      const names = (body as Named).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['rehearsal', 'gpt-realtime']));
    },
  }),
  row({
    sentence: 'All languages are listed in one answer',
    from: 'Get available languages; decisions 9',
    endpoint: LANGUAGES,
    status: 200,
    shape: v.array(shapes.languageRecord),
    after: ({ body }) => {
      expect((body as Named).length).toBeGreaterThanOrEqual(55);
      expect(body).toContainEqual({ id: 5, name: 'German', iso_2: 'de' });
    },
  }),
  row({
    sentence: 'The name of a listed language and of a listed model is what an assistant is created with',
    from: 'Get available languages; Get available LLM models',
    endpoint: 'POST /user/assistant',
    status: 201,
    given: async (world) => {
      const models = await world.ask<Named>(MODELS);
      const languages = await world.ask<Named>(LANGUAGES);
      return { models: models.body, languages: languages.body };
    },
    ask: ({ models, languages }) => {
      const request = (language: string, model: { id: number; name: string }) => ({
        assistant_name: 'Lookup',
        voice_id: model.id > 100 ? 101 : 1,
        language,
        llm_model: model.name,
        calls_direction: 'make',
        engine_type: model.id > 100 ? 'multimodal' : 'pipeline',
        timezone: 'Europe/Berlin',
        initial_message: 'Hello!',
        system_prompt: 'Be kind.',
      });
      const length = Math.max(models.length, languages.length);
      return Array.from({ length }, (_, index) => ({
        body: request(languages[index % languages.length]!.name, models[index % models.length]!),
      }));
    },
  }),
];

export const lookupRows = [...numberRows, ...voiceRows, ...catalogueRows];
