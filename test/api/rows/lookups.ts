import * as v from 'valibot';
import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import type { Customer } from '#test/api/customer.ts';
import * as shapes from '#test/api/shapes.ts';
import { CREATE_ASSISTANT, createAssistant, idsOf } from '#test/api/steps.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

const MODELS = 'GET /user/assistants/models';
const LANGUAGES = 'GET /user/assistants/languages';

type Named = Array<{ id: number; name: string; mode?: string }>;
const all = ({ numbers }: Customer) => Object.values(numbers).map(({ id }) => id);

const numbers = rowsOf('GET /user/assistants/phone-numbers', 'Get available phone numbers; decisions 9');
const voices = rowsOf('GET /user/assistants/voices', 'Get available voices');

export const lookupRows = [
  numbers(200, "Only the user's numbers are listed, all of them, as a plain array", {
    ask: [{}, { query: 'type=' }, { query: 'type=outbound' }, { path: '/user/phone-numbers' }],
    shape: v.array(shapes.phoneNumberRecord),
    after: ({ body }, _, { customer }) => expect(idsOf(body)).toEqual(all(customer)),
  }),
  rowsOf('GET /user/phone-numbers/all', 'decisions 11')(
    200,
    'All numbers are listed with what they can do, in an object',
    {
      shape: v.strictObject({
        data: v.array(v.looseObject({ nickname: v.null(), region: v.null(), type: v.string() })),
      }),
      after: ({ body }, _, { customer }) => expect(idsOf(body)).toEqual(all(customer)),
    },
  ),
  numbers(200, 'With type=inbound only those are listed that a new inbound assistant can have: is_available', {
    isFresh: true,
    given: async (world) => {
      const { normal, second } = world.customer.numbers;
      await createAssistant(world, { calls_direction: 'make', phone_number_id: normal.id });
      await createAssistant(world, { calls_direction: 'receive', phone_number_id: second.id });
    },
    ask: { query: 'type=inbound' },
    after: async ({ body }, _, { customer, ask }) => {
      const { normal, sip } = customer.numbers;
      expect(idsOf(body)).toEqual([normal.id, sip.id]);
      const whole = await ask<Array<{ is_available: boolean }>>('GET /user/assistants/phone-numbers');
      expect(whole.body.filter((number) => number.is_available)).toEqual(body);
    },
  }),
  voices(200, "Public voices of both modes and the user's own are listed, and no other user's", {
    shape: v.array(shapes.voiceRecord),
    after: ({ body }, _, { customer, stranger }) => {
      for (const mode of ['pipeline', 'multimodal']) {
        expect((body as Named).filter((voice) => voice.mode === mode).length).toBeGreaterThanOrEqual(10);
      }
      expect(idsOf(body)).toContain(customer.voiceId);
      expect(idsOf(body)).not.toContain(stranger.voiceId);
    },
  }),
  ...['pipeline', 'multimodal'].map((mode) =>
    voices(200, `With mode=${mode} only the voices of that mode are listed`, {
      ask: { query: `mode=${mode}` },
      after: ({ body }) => expect(new Set((body as Named).map((voice) => voice.mode))).toEqual(new Set([mode])),
    }),
  ),
  voices(200, 'Existing clients call the mode multimodal dualplex, and ask for the voices of a language', {
    from: 'decisions 10',
    ask: [{ query: 'mode=dualplex&language_id=5' }, { query: 'mode=dualplex' }],
    after: ({ body }) => expect(new Set((body as Named).map(({ mode }) => mode))).toEqual(new Set(['multimodal'])),
  }),
  voices(200, 'With language_id the voices are listed that speak the language', {
    from: 'decisions 10',
    ask: { query: 'mode=pipeline&language_id=59' },
    after: ({ body }) => {
      const names = (body as Named).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['Aoede']));
      // ElevenLabs speaks no Afrikaans.
      expect(names).not.toContain('Sarah');
    },
  }),
  voices(200, 'A language that is not in the catalogue has no voice', {
    from: 'decisions 10',
    ask: ['0', '-1', '999999'].map((id) => ({ query: `language_id=${id}` })),
    body: [],
  }),
  ...[
    { type: 'llm', mode: 'pipeline' },
    { type: 'multimodal', mode: 'multimodal' },
    { type: 'dualplex', mode: 'multimodal' },
  ].map(({ type, mode }) =>
    rowsOf(MODELS, 'decisions 10')(200, `With type=${type} the models of that mode are listed, with the mode`, {
      ask: { query: `type=${type}` },
      after: ({ body }) => expect(new Set((body as Named).map((model) => model.mode))).toEqual(new Set([mode])),
    }),
  ),
  ...['synthesizer', 'transcriber'].map((kind) =>
    rowsOf(`GET /user/assistants/${kind}-providers`, 'decisions 10')(200, `The ${kind} providers are listed`, {
      shape: v.array(shapes.modelRecord),
      after: ({ body }) => expect((body as Named).length).toBeGreaterThanOrEqual(2),
    }),
  ),
  rowsOf(MODELS, 'Get available LLM models; decisions 9')(200, 'All models of both modes are listed in one answer', {
    ask: [{}, { query: 'page=2&mode=pipeline' }],
    shape: v.array(shapes.modelRecord),
    after: ({ body }) => {
      const names = (body as Named).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['rehearsal', 'gpt-realtime-2.1']));
    },
  }),
  rowsOf(LANGUAGES, 'Get available languages; decisions 9')(200, 'All languages are listed in one answer', {
    shape: v.array(shapes.languageRecord),
    after: ({ body }) => {
      expect((body as Named).length).toBeGreaterThanOrEqual(55);
      expect(body).toContainEqual({ id: 5, name: 'German', iso_2: 'de' });
    },
  }),
  rowsOf(CREATE_ASSISTANT, 'Get available languages; Get available LLM models')(
    201,
    'The name of a listed language and of a listed model is what an assistant is created with',
    {
      given: async (world) => ({
        models: (await world.ask<Named>(MODELS)).body,
        languages: (await world.ask<Named>(LANGUAGES)).body,
      }),
      ask: ({ models, languages }) =>
        Array.from({ length: Math.max(models.length, languages.length) }, (_, index) => {
          const model = models[index % models.length]!;
          const engine = model.id > 100 ? { engine_type: 'multimodal', voice_id: 101 } : {};
          const language = languages[index % languages.length]!.name;
          return { body: assistantRequest({ language, llm_model: model.name, ...engine }) };
        }),
    },
  ),
];
