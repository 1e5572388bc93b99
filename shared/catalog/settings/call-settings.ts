import { inBothModes, unsupported, type AssistantSetting } from '#shared/catalog/settings/setting.ts';

/** How long a call goes, how it ends, and what happens after it. */
export const callSettings = [
  {
    field: 're_engagement_interval',
    record: ['reengagement_interval'],
    pipeline: {
      support: 'service',
      how: 'After so many seconds of silence the assistant asks whether the customer is still there, once per silence.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.idle_timeout_ms'],
      how: 'With `vad` and up to 30 seconds the model speaks again by itself; else the service asks it to.',
    },
  },
  {
    field: 'max_silence_duration',
    record: ['max_silence_duration'],
    ...inBothModes('After so many seconds of silence the assistant says goodbye and ends the call.'),
  },
  {
    field: 'max_call_duration',
    record: ['max_duration'],
    ...inBothModes(
      'The assistant says goodbye some seconds before, in calls of more than 30 seconds, and the carrier ends the line at the limit; ' +
        'sooner, where the balance does not pay for all of it.',
    ),
  },
  {
    field: 'end_call_on_voicemail',
    record: ['end_call_on_voicemail'],
    pipeline: {
      support: 'service',
      how: 'The carrier listens beside the call for a machine or fax; from its verdict on not a word is said, and the call is ended. Outbound calls only.',
    },
    multimodal: {
      support: 'service',
      how: 'The carrier listens beside the call for a machine or fax, and ends the call when it hears one; until then the model says nothing. Outbound calls only.',
    },
  },
  {
    field: 'end_call_tool',
    record: ['tools'],
    pipeline: { support: 'model', how: 'The model is given a tool that ends the call, with this description.' },
    multimodal: {
      support: 'model',
      session: ['tools'],
      how: 'The model is given a tool that ends the call, with this description.',
    },
  },
  {
    field: 'record_call',
    record: ['record'],
    pipeline: {
      support: 'carrier',
      attributes: ['Recording.channels'],
      how: 'Both sides, each on its own channel.',
    },
    multimodal: { support: 'carrier', attributes: ['Dial.record'], how: 'Both sides, each on its own channel.' },
  },
  {
    field: 'post_call_evaluation',
    record: ['post_call_evaluation'],
    ...inBothModes(
      'Whether a model reads the transcript after the call. A voicemail, and a call in which nobody spoke, is not read.',
    ),
  },
  {
    field: 'post_call_schema',
    record: ['post_call_schema'],
    ...inBothModes(
      'What the evaluation finds out: one value each, of its type, or null where the conversation does not tell.',
    ),
  },
  { field: 'webhook_url', record: ['webhook_url'], ...inBothModes('Where the end of every call is told.') },
  { field: 'is_webhook_active', record: ['is_webhook_active'], ...inBothModes('Whether it is told.') },
  {
    field: 'send_webhook_only_on_completed',
    record: ['send_webhook_only_on_completed'],
    ...inBothModes('Whether calls that nobody answered are left out.'),
  },
  {
    field: 'include_recording_in_webhook',
    record: ['include_recording_in_webhook'],
    ...inBothModes('Whether the webhook has the link to the recording.'),
  },
  {
    field: 'inbound_webhook_url',
    record: ['inbound_webhook_url'],
    ...inBothModes('Where the end of inbound calls is told; set by an endpoint of its own.'),
  },
] as const satisfies readonly AssistantSetting[];

const fixed = unsupported('Shown for clients that expect it; always the same.');

/** What an assistant is, and what its record has for clients that expect it. */
export const identitySettings = [
  {
    field: 'assistant_name',
    record: ['name'],
    ...inBothModes('Names the assistant, also to its customers by `{assistant_name}`.'),
  },
  {
    field: 'calls_direction',
    record: ['type'],
    ...inBothModes('`make`: it can be told to call. `receive`: it answers its phone number.'),
  },
  { field: 'engine_type', record: ['mode'], ...inBothModes('Which of the two modes its calls run in.') },
  {
    field: 'phone_number_id',
    record: ['phone_number_id'],
    ...inBothModes(
      'The number that it calls from, or that it answers. Without one, calls are made from the oldest number that can.',
    ),
  },
  {
    field: 'status',
    record: ['status'],
    ...inBothModes('An assistant that is not active makes and answers no calls.'),
  },
  { field: 'engine_id', record: ['engine_id'], pipeline: fixed, multimodal: fixed },
  { field: 'instance_id', record: ['instance_id'], pipeline: fixed, multimodal: fixed },
  { field: 'synthesizer_id', record: ['synthesizer_id'], pipeline: fixed, multimodal: fixed },
  { field: 'synthesizer_provider_id', record: ['synthesizer_provider_id'], pipeline: fixed, multimodal: fixed },
  { field: 'transcriber_id', record: ['transcriber_id'], pipeline: fixed, multimodal: fixed },
  { field: 'transcriber_provider_id', record: ['transcriber_provider_id'], pipeline: fixed, multimodal: fixed },
  { field: 'flows_platform_id', record: ['flows_platform_id'], pipeline: fixed, multimodal: fixed },
  { field: 'knowledgebase_id', record: ['knowledgebase_id'], pipeline: fixed, multimodal: fixed },
  { field: 'knowledgebase_mode', record: ['knowledgebase_mode'], pipeline: fixed, multimodal: fixed },
  { field: 'widget_settings', record: ['widget_settings'], pipeline: fixed, multimodal: fixed },
] as const satisfies readonly AssistantSetting[];
