import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import * as is from '#test/api/rules.ts';
import type { FieldRules, Rule } from '#test/api/rules.ts';
import {
  CREATE_ASSISTANT,
  createAssistant,
  dataOf,
  neighbour,
  readAssistant,
  UPDATE_ASSISTANT,
  validationFailed,
  type Fields,
} from '#test/api/steps.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

const webhook_url = 'https://example.com/hook';

/** A number, the ends of its range, and whether it is whole. */
const ranges: Array<[field: string, least: number, most: number, isWhole: boolean]> = [
  ['endpoint_sensitivity', 0, 5, false],
  ['interrupt_sensitivity', 0, 5, false],
  ['ambient_sound_volume', 0, 1, false],
  ['min_interrupt_words', 0, 10, true],
  ['llm_temperature', 0, 1, false],
  ['voice_stability', 0, 1, false],
  ['voice_similarity', 0, 1, false],
  ['speech_speed', 0.7, 1.2, false],
  ['re_engagement_interval', 7, 600, true],
  ['max_call_duration', 20, 1200, true],
  ['max_silence_duration', 1, 120, true],
];

const rangeRules = Object.fromEntries(
  ranges.map(([field, least, most, isWhole]) => {
    const parts = [least + 0.5, neighbour(least + 1, 1)];
    const beyond = [neighbour(least, -1), neighbour(most, 1), -1e300, 1e300];
    const rules = isWhole
      ? [is.brokenBy([...is.nonNumeric, ...parts], is.integer), is.between(least, most)]
      : [is.number, is.between(least, most, beyond)];
    return [field, rules];
  }),
);

/** As they are sent, and as the record shows them. */
const booleans: Record<string, string> = {
  post_call_evaluation: 'post_call_evaluation',
  send_webhook_only_on_completed: 'send_webhook_only_on_completed',
  include_recording_in_webhook: 'include_recording_in_webhook',
  is_webhook_active: 'is_webhook_active',
  allow_interruptions: 'allow_interruptions',
  noise_cancellation: 'enable_noise_cancellation',
  record_call: 'record',
};
const flags: Record<string, string> = { filler_audios: 'fillers', end_call_on_voicemail: 'end_call_on_voicemail' };

const switches = [...Object.keys(booleans), ...Object.keys(flags), 'use_min_interrupt_words'];
const tool = 'end_call_tool.description';
const half = '\ud800';
/** A voice of the other engine mode. */
const speechVoice = 101;

const goals = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `goal_${index}`, type: 'bool', description: 'Reached?' }));

/** Every field, with the rule of those that an assistant must have. */
const fieldsWith = (required: Rule): FieldRules => ({
  assistant_name: [required, is.text, is.atMost(255)],
  voice_id: [required, is.integer, is.selected(is.foreign(({ stranger }) => stranger.voiceId, speechVoice))],
  language: [required, is.text, is.atMost(100), is.selected(['Klingon', half])],
  llm_model: [required, is.text, is.atMost(100), is.selected(['parrot-1', 'gpt-realtime-2.1'])],
  calls_direction: [required, is.choice('RECEIVE')],
  engine_type: [required, is.choice('Pipeline')],
  timezone: [required, is.text, is.timezone],
  initial_message: [required, is.text],
  system_prompt: [required, is.text],
  phone_number_id: [is.integer, is.selected(is.foreign(({ stranger }) => stranger.numbers.normal.id))],
  endpoint_type: [is.choice('VAD')],
  who_speaks_first: [is.choice('customer')],
  webhook_url: [is.text, is.url, is.brokenBy([`https://example.com/${'x'.repeat(2029)}`], is.atMost(2048))],
  variables: is.variables,
  ...Object.fromEntries(switches.map((field) => [field, [is.flag]])),
  ...rangeRules,
  post_call_schema: [
    is.array,
    is.noMoreThan(50, [goals(51)]),
    is.brokenBy([[...goals(1), ...goals(1)]], is.taken([]), 'post_call_schema.1.name'),
  ],
  'post_call_schema.0': [is.brokenBy(['x', 5], is.object)],
  'post_call_schema.0.name': [
    is.required,
    is.format(['a b', 'a-b', 'é', 'a.b', 'a\nb', '__proto__', 'constructor', ' prototype ']),
  ],
  'post_call_schema.0.type': [is.required, is.selected(['date', 'BOOL'])],
  'post_call_schema.0.description': [is.required],
  end_call_tool: [is.brokenBy(['text', 5, []], is.object)],
  [tool]: [is.atMost(500)],
});

const valid = { post_call_schema: [{ name: 'goal', type: 'bool', description: 'Reached?' }] };

const refusalRows = [
  ...is.fieldRows({
    endpoint: CREATE_ASSISTANT,
    from: 'Create assistant; Limits; decisions 2',
    refuse: validationFailed,
    valid: () => ({ body: assistantRequest(valid) }),
    fields: fieldsWith(is.required),
  }),
  ...is.fieldRows({
    endpoint: UPDATE_ASSISTANT,
    from: 'Update assistant; decisions 2 and 3',
    refuse: validationFailed,
    valid: async (world) => ({ id: await createAssistant(world), body: { ...valid, end_call_tool: {} } }),
    fields: fieldsWith(is.kept),
  }),
];

/** What is sent, and what the record then shows of it. */
const mappings: Array<[sent: Fields, shown: Fields]> = [
  [{ assistant_name: '  Ada  ' }, { name: 'Ada' }],
  [
    { calls_direction: ' receive ', engine_type: 'pipeline\n', endpoint_type: '\tai', who_speaks_first: 'Customer ' },
    { type: 'inbound', mode: 'pipeline', endpoint_type: 'ai', wait_for_customer: true },
  ],
  [
    { record_call: ' 1 ', speech_speed: ' 0.7 ' },
    { record: true, speech_speed: '0.70' },
  ],
  [{ language: 'German' }, { language: 'German', language_id: 5 }],
  [{ llm_model: 'nova-pro' }, { llm_model_id: 8, multimodal_model_id: null }],
  [
    { engine_type: 'multimodal', llm_model: 'gpt-realtime-2.1', voice_id: 101 },
    { mode: 'multimodal', llm_model_id: null, multimodal_model_id: 104, voice_id: 101 },
  ],
  [{ calls_direction: 'make' }, { type: 'outbound' }],
  [{ calls_direction: 'receive' }, { type: 'inbound' }],
  [{ re_engagement_interval: 60 }, { reengagement_interval: 60 }],
  [{ max_call_duration: 300 }, { max_duration: 300 }],
  [{ max_silence_duration: 20 }, { max_silence_duration: 20 }],
  [{ who_speaks_first: 'Customer' }, { wait_for_customer: true }],
  [{ who_speaks_first: 'AI assistant' }, { wait_for_customer: false }],
  [{ end_call_tool: { description: 'Bye.' } }, { tools: [{ type: 'end_call', data: { description: 'Bye.' } }] }],
  [{ end_call_tool: undefined, [tool]: 'Bye.' }, { tools: [{ type: 'end_call', data: { description: 'Bye.' } }] }],
  [{ min_interrupt_words: 3 }, { min_interrupt_words: 3 }],
  [{ use_min_interrupt_words: false, min_interrupt_words: 3 }, { min_interrupt_words: 0 }],
  [{ speech_speed: 0.7 }, { speech_speed: '0.70' }],
  [{ llm_temperature: 0.25 }, { llm_temperature: '0.25' }],
  [{ ambient_sound_volume: 1 }, { ambient_sound_volume: '1.00' }],
  [{ voice_stability: 0 }, { voice_stability: '0.00' }],
  [{ voice_similarity: 1 }, { voice_similarity: '1.00' }],
  [{ endpoint_type: 'ai' }, { endpoint_type: 'ai' }],
  [{ endpoint_sensitivity: 4.5 }, { endpoint_sensitivity: 4.5 }],
  [{ interrupt_sensitivity: 5 }, { interrupt_sensitivity: 5 }],
  [{ variables: { shop: 'Ada', nested: { deep: [1] } } }, { variables: { shop: 'Ada', nested: { deep: [1] } } }],
  [{ webhook_url }, { webhook_url }],
  [{ post_call_schema: goals(50) }, { post_call_schema: goals(50) }],
];

const create = rowsOf(CREATE_ASSISTANT, 'Assistant record; decisions 3');

const mappingRows = mappings.map(([sent, shown]) =>
  create(201, `${JSON.stringify(sent)} is shown as ${JSON.stringify(shown)}`, {
    ask: { body: assistantRequest(sent) },
    after: async (answer, _, world) => {
      expect(await readAssistant(world, dataOf(answer).id)).toMatchObject(shown);
    },
  }),
);

const all = (fields: Record<string, string>, value: unknown, side: 'sent' | 'shown'): Fields =>
  Object.fromEntries(Object.entries(fields).map(([sent, shown]) => [side === 'sent' ? sent : shown, value]));

const booleanRows = [true, false].map((value) =>
  create(201, `Every switch is ${value} when it is sent as ${value}, ${Number(value)} or '${Number(value)}'`, {
    ask: [value, Number(value), String(Number(value))].map((sent) => ({
      body: assistantRequest({ webhook_url, ...all({ ...booleans, ...flags }, sent, 'sent') }),
    })),
    after: async (answer, _, world) => {
      const shown = { ...all(booleans, value, 'shown'), ...all(flags, Number(value), 'shown') };
      expect(await readAssistant(world, dataOf(answer).id)).toMatchObject(shown);
    },
  }),
);

const limitRows = [
  create(201, 'Every number may be at the ends of its range, and the smallest step inside', {
    from: 'Create assistant; Limits',
    ask: [
      ranges.map(([field, least]) => [field, least]),
      ranges.map(([field, , most]) => [field, most]),
      ranges.map(([field, least, , isWhole]) => [field, isWhole ? least + 1 : neighbour(least, 1)]),
    ].map((values) => ({ body: assistantRequest(Object.fromEntries(values) as Fields) })),
  }),
  create(201, 'Texts may be as long as their limit', {
    from: 'Limits',
    ask: {
      body: assistantRequest({
        assistant_name: 'n'.repeat(255),
        end_call_tool: { description: 'd'.repeat(500) },
        initial_message: 'm'.repeat(5000),
        system_prompt: 'p'.repeat(50_000),
      }),
    },
  }),
  create(422, 'The literal key end_call_tool.description must not contradict the nested one', {
    from: 'decisions 10',
    ask: { body: assistantRequest({ end_call_tool: { description: 'a' }, [tool]: 'b' }) },
    body: validationFailed({ end_call_tool: 'The end call tool and end call tool.description must match.' }),
  }),
  create(422, 'The literal key end_call_tool.description has the limit of the nested one', {
    from: 'Limits',
    ask: { body: assistantRequest({ end_call_tool: undefined, [tool]: 'x'.repeat(501) }) },
    body: validationFailed({ [tool]: 'The end call tool.description must not be greater than 500 characters.' }),
  }),
];

export const assistantFieldRows = [...refusalRows, ...limitRows, ...mappingRows, ...booleanRows];
