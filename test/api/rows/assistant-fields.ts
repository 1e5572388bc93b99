import { expect } from 'vitest';
import { row, type ContractRow } from '#test/api/contract-row.ts';
import {
  CREATE_ASSISTANT,
  createAssistant,
  nextDown,
  nextUp,
  readAssistant,
  UPDATE_ASSISTANT,
  validationFailed,
  without,
} from '#test/api/steps.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

const named = (field: string) => field.replaceAll('_', ' ');
const from = 'Create assistant; decisions 2';

/** Values that are of no use as a text, a number, a truth or a list. */
const notText = [7, true, [], {}];
const notNumber = ['5', true, [], {}, '1e0'];
const notBoolean = ['yes', 'true', 2, -1, '2', [], {}];

/** How a field of the request is read, and how the record shows it. */
interface FieldRule {
  field: string;
  rule: string;
  wrong: readonly unknown[];
  sentence: string;
}

const ranges: Array<[field: string, least: number, most: number, kind: 'integer' | 'number']> = [
  ['endpoint_sensitivity', 0, 5, 'number'],
  ['interrupt_sensitivity', 0, 5, 'number'],
  ['ambient_sound_volume', 0, 1, 'number'],
  ['min_interrupt_words', 0, 10, 'integer'],
  ['llm_temperature', 0, 1, 'number'],
  ['voice_stability', 0, 1, 'number'],
  ['voice_similarity', 0, 1, 'number'],
  ['speech_speed', 0.7, 1.2, 'number'],
  ['re_engagement_interval', 7, 600, 'integer'],
  ['max_call_duration', 20, 1200, 'integer'],
  ['max_silence_duration', 1, 120, 'integer'],
];

/** A range holds at its ends, and not by the smallest step beyond them. */
const rangeRows = ranges.flatMap(([field, least, most, kind]) => [
  row({
    sentence: `${field} may be ${least} and ${most}, and the smallest step inside`,
    from: 'Create assistant; Limits',
    endpoint: CREATE_ASSISTANT,
    status: 201,
    ask: () =>
      [least, most, kind === 'integer' ? least + 1 : nextUp(least)].map((value) => ({
        body: assistantRequest({ [field]: value }),
      })),
  }),
  row({
    sentence: `${field} is not outside ${least} to ${most}, by however little`,
    from: 'Create assistant; Limits',
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: () =>
      (kind === 'integer' ? [least - 1, most + 1] : [nextDown(least), nextUp(most), -1e300, 1e300]).map((value) => ({
        body: assistantRequest({ [field]: value }),
      })),
    body: validationFailed({ [field]: `The ${named(field)} must be between ${least} and ${most}.` }),
  }),
]);

/** Each with numbers that are in range, but not whole. */
const wholeNumbers: Array<[field: string, fractions: number[]]> = [
  ['voice_id', [1.5, 1e300]],
  ['phone_number_id', [1.5, 1e300]],
  ...ranges
    .filter(([, , , kind]) => kind === 'integer')
    .map(([field, least]): [string, number[]] => [field, [least + 0.5, nextUp(least + 1)]]),
];
const texts = [
  'assistant_name',
  'language',
  'llm_model',
  'timezone',
  'initial_message',
  'system_prompt',
  'webhook_url',
];
const booleans = [
  'post_call_evaluation',
  'send_webhook_only_on_completed',
  'include_recording_in_webhook',
  'is_webhook_active',
  'use_min_interrupt_words',
  'allow_interruptions',
  'filler_audios',
  'end_call_on_voicemail',
  'noise_cancellation',
  'record_call',
];
const choices: Array<[field: string, options: string[]]> = [
  ['calls_direction', ['receive', 'make']],
  ['engine_type', ['pipeline', 'multimodal']],
  ['endpoint_type', ['vad', 'ai']],
  ['who_speaks_first', ['AI assistant', 'Customer']],
];

const typeRules: FieldRule[] = [
  ...wholeNumbers.map(([field, fractions]) => ({
    field,
    rule: 'an integer',
    wrong: [...notNumber, ...fractions],
    sentence: `The ${named(field)} must be an integer.`,
  })),
  ...ranges
    .filter(([, , , kind]) => kind === 'number')
    .map(([field]) => ({
      field,
      rule: 'a number',
      wrong: notNumber,
      sentence: `The ${named(field)} must be a number.`,
    })),
  ...texts.map((field) => ({
    field,
    rule: 'a text',
    wrong: notText,
    sentence: `The ${named(field)} must be a string.`,
  })),
  ...booleans.map((field) => ({
    field,
    rule: 'true or false',
    wrong: notBoolean,
    sentence: `The ${named(field)} field must be true or false.`,
  })),
  ...choices.map(([field, options]) => ({
    field,
    rule: options.join(' or '),
    wrong: [...notText, 'other', options[0]!.toUpperCase()],
    sentence: `The selected ${named(field)} is invalid.`,
  })),
  { field: 'variables', rule: 'an object', wrong: ['text', 5, true, []], sentence: 'The variables must be an object.' },
  {
    field: 'post_call_schema',
    rule: 'an array',
    wrong: ['text', 5, true, {}],
    sentence: 'The post call schema must be an array.',
  },
  {
    field: 'end_call_tool',
    rule: 'an object',
    wrong: ['text', 5, []],
    sentence: 'The end call tool must be an object.',
  },
  {
    field: 'timezone',
    rule: 'the name of a time zone',
    wrong: ['Mars/Olympus', '+02:00', 'Europe/', 'GMT+25'],
    sentence: 'The timezone must be a valid timezone.',
  },
  {
    field: 'webhook_url',
    rule: 'an http or https URL of a public host',
    wrong: [
      'nowhere',
      'ftp://example.com/',
      'javascript:alert(1)',
      'https://',
      'http://192.168.0.10/hook',
      'http://intranet/hook',
    ],
    sentence: 'The webhook url must be a valid URL.',
  },
  {
    field: 'webhook_url',
    rule: 'of at most 2048 characters',
    wrong: [`https://example.com/${'x'.repeat(2029)}`],
    sentence: 'The webhook url must not be greater than 2048 characters.',
  },
  {
    field: 'variables',
    rule: 'of at most 65536 characters of JSON',
    wrong: [{ a: 'x'.repeat(65_530) }, { a: Array.from({ length: 4000 }, () => 1e20) }],
    sentence: 'The variables must not be greater than 65536 characters.',
  },
  {
    field: 'voice_id',
    rule: 'the id of an available voice',
    wrong: [0, -1, 999_999, 9_007_199_254_740_991],
    sentence: 'The selected voice id is invalid.',
  },
  {
    field: 'phone_number_id',
    rule: 'the id of a number of the user',
    wrong: [0, -1, 999_999, 9_007_199_254_740_991],
    sentence: 'The selected phone number id is invalid.',
  },
  {
    field: 'language',
    rule: 'the name of a language',
    wrong: ['Klingon'],
    sentence: 'The selected language is invalid.',
  },
  {
    field: 'llm_model',
    rule: 'the name of a model',
    wrong: ['parrot-1'],
    sentence: 'The selected llm model is invalid.',
  },
  ...(
    [
      ['assistant_name', 255],
      ['language', 100],
      ['llm_model', 100],
    ] as const
  ).map(([field, length]) => ({
    field,
    rule: `at most ${length} characters`,
    wrong: ['x'.repeat(length + 1)],
    sentence: `The ${named(field)} must not be greater than ${length} characters.`,
  })),
];

const typeRows = typeRules.flatMap(({ field, rule, wrong, sentence }) => [
  row({
    sentence: `${field} is ${rule}`,
    from,
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: () => wrong.map((value) => ({ body: assistantRequest({ [field]: value }) })),
    part: validationFailed({ [field]: sentence }),
  }),
  row({
    sentence: `${field} stays ${rule} when an assistant is changed`,
    from: 'Update assistant; decisions 2',
    endpoint: UPDATE_ASSISTANT,
    status: 422,
    given: createAssistant,
    ask: (id) => wrong.map((value) => ({ id, body: { [field]: value } })),
    body: validationFailed({ [field]: sentence }),
  }),
]);

const requiredFields = [
  'assistant_name',
  'voice_id',
  'language',
  'llm_model',
  'calls_direction',
  'engine_type',
  'timezone',
  'initial_message',
  'system_prompt',
];

const requiredRows = requiredFields.flatMap((field) => [
  row({
    sentence: `${field} is required`,
    from,
    endpoint: CREATE_ASSISTANT,
    status: 422,
    ask: () => [
      { body: without(assistantRequest(), field) },
      ...[null, '', ' \t '].map((value) => ({ body: assistantRequest({ [field]: value }) })),
    ],
    body: validationFailed({ [field]: `The ${named(field)} field is required.` }),
  }),
  row({
    sentence: `${field} cannot be emptied`,
    from: 'decisions 3',
    endpoint: UPDATE_ASSISTANT,
    status: 422,
    given: createAssistant,
    ask: (id) => [null, '', '  '].map((value) => ({ id, body: { [field]: value } })),
    body: validationFailed({ [field]: `The ${named(field)} field is required.` }),
  }),
]);

/** What is sent, and what the record then shows. */
const mappings: Array<[sent: Record<string, unknown>, shown: Record<string, unknown>]> = [
  [{ assistant_name: '  Ada  ' }, { name: 'Ada' }],
  [{ language: 'German' }, { language: 'German', language_id: 5 }],
  [{ llm_model: 'gpt-4.1' }, { llm_model_id: 2, multimodal_model_id: null }],
  [
    { engine_type: 'multimodal', llm_model: 'gpt-realtime', voice_id: 101 },
    { mode: 'multimodal', llm_model_id: null, multimodal_model_id: 101, voice_id: 101 },
  ],
  [{ calls_direction: 'make' }, { type: 'outbound' }],
  [{ calls_direction: 'receive' }, { type: 'inbound' }],
  [{ re_engagement_interval: 60 }, { reengagement_interval: 60 }],
  [{ max_call_duration: 300 }, { max_duration: 300 }],
  [{ max_silence_duration: 20 }, { max_silence_duration: 20 }],
  [{ filler_audios: true }, { fillers: 1 }],
  [{ filler_audios: false }, { fillers: 0 }],
  [{ noise_cancellation: false }, { enable_noise_cancellation: false }],
  [{ record_call: true }, { record: true }],
  [{ who_speaks_first: 'Customer' }, { wait_for_customer: true }],
  [{ who_speaks_first: 'AI assistant' }, { wait_for_customer: false }],
  [{ end_call_tool: { description: 'Bye.' } }, { tools: [{ type: 'end_call', data: { description: 'Bye.' } }] }],
  [
    { end_call_tool: undefined, 'end_call_tool.description': 'Bye.' },
    { tools: [{ type: 'end_call', data: { description: 'Bye.' } }] },
  ],
  [{ min_interrupt_words: 3 }, { min_interrupt_words: 3 }],
  [{ use_min_interrupt_words: false, min_interrupt_words: 3 }, { min_interrupt_words: null }],
  [{ end_call_on_voicemail: false }, { end_call_on_voicemail: 0 }],
  [
    { speech_speed: 0.7, llm_temperature: 0.25 },
    { speech_speed: '0.70', llm_temperature: '0.25' },
  ],
  [{ ambient_sound_volume: 1 }, { ambient_sound_volume: '1.00' }],
  [
    { voice_stability: 0, voice_similarity: 1 },
    { voice_stability: '0.00', voice_similarity: '1.00' },
  ],
  [
    { endpoint_type: 'ai', endpoint_sensitivity: 4.5 },
    { endpoint_type: 'ai', endpoint_sensitivity: 4.5 },
  ],
  [{ interrupt_sensitivity: 5 }, { interrupt_sensitivity: 5 }],
  [{ variables: { shop: 'Ada', nested: { deep: [1] } } }, { variables: { shop: 'Ada', nested: { deep: [1] } } }],
  [
    { is_webhook_active: true, webhook_url: 'https://example.com/hook' },
    { is_webhook_active: true, webhook_url: 'https://example.com/hook' },
  ],
  ...booleans
    .filter((field) => !['use_min_interrupt_words', 'filler_audios', 'noise_cancellation'].includes(field))
    .filter((field) => !['end_call_on_voicemail', 'record_call', 'is_webhook_active'].includes(field))
    .flatMap((field): typeof mappings => [
      [{ [field]: 1 }, { [field]: true }],
      [{ [field]: '1' }, { [field]: true }],
      [{ [field]: 0 }, { [field]: false }],
      [{ [field]: '0' }, { [field]: false }],
    ]),
];

const mappingRows = mappings.map(([sent, shown]) =>
  row({
    sentence: `${JSON.stringify(sent)} is shown as ${JSON.stringify(shown)}`,
    from: 'Assistant record; decisions 3',
    endpoint: CREATE_ASSISTANT,
    status: 201,
    ask: () => ({ body: assistantRequest(sent) }),
    after: async ({ body }, _, world) => {
      const { data } = body as { data: { id: number } };
      expect(await readAssistant(world, data.id)).toMatchObject(shown);
    },
  }),
);

export const assistantFieldRows: ContractRow[] = [...requiredRows, ...typeRows, ...rangeRows, ...mappingRows];
