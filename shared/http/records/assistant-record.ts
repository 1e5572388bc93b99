import * as v from 'valibot';
import { assistantTypes, engineModes, postCallFieldTypes } from '#shared/domain/assistant/assistant.ts';
import {
  decimalText,
  flag,
  isoTime,
  keyValues,
  recordId,
  text,
  sentUrl,
  wholeNumber,
} from '#shared/http/records/wire-fields.ts';

const identity = {
  id: recordId(),
  user_id: recordId(1),
  name: text('Reception'),
  type: v.picklist(assistantTypes),
  mode: v.picklist(engineModes),
  status: v.picklist(['active', 'inactive']),
};

const shown = {
  ...identity,
  voice_id: recordId(1),
  language_id: v.nullable(recordId(9)),
  timezone: text('Europe/Berlin'),
  initial_message: text('Hello {customer_name}, do you have a minute?'),
  system_prompt: text('You confirm an appointment on Tuesday at ten.'),
  variables: keyValues({ customer_name: 'Ada' }),
  webhook_url: v.nullable(sentUrl('https://example.com/calls')),
  is_webhook_active: v.boolean(),
  created_at: isoTime(),
  updated_at: isoTime(),
};

const seconds = (example: number) => v.pipe(wholeNumber(example), v.description('Seconds.'));
const phrases = (...examples: string[]) => v.pipe(v.array(v.string()), v.examples([examples]));

const engine = {
  instance_id: wholeNumber(1),
  engine_id: v.nullable(wholeNumber(1)),
  synthesizer_id: v.nullable(wholeNumber(1)),
  synthesizer_provider_id: v.nullable(wholeNumber(1)),
  transcriber_id: v.nullable(wholeNumber(1)),
  transcriber_provider_id: v.nullable(wholeNumber(1)),
  flows_platform_id: v.nullable(wholeNumber(1)),
  knowledgebase_id: v.nullable(wholeNumber(1)),
  knowledgebase_mode: text('function_call'),
  language: v.nullable(text('English')),
  llm_model_id: v.nullable(recordId(1)),
  multimodal_model_id: v.nullable(recordId(101)),
  llm_temperature: decimalText('0.10'),
  voice_stability: decimalText('0.70'),
  voice_similarity: decimalText('0.50'),
  speech_speed: decimalText('1.00'),
  enable_noise_cancellation: v.boolean(),
  ambient_sound: text('off'),
  ambient_sound_volume: decimalText('0.50'),
};

const conversation = {
  phone_number_id: v.nullable(recordId()),
  tools: v.array(
    v.strictObject({
      type: v.literal('end_call'),
      data: v.strictObject({ description: text('When the customer says goodbye.') }),
    }),
  ),
  wait_for_customer: v.pipe(v.boolean(), v.description('Whether the customer speaks first.')),
  allow_interruptions: v.boolean(),
  min_interrupt_words: v.nullable(wholeNumber(2)),
  endpoint_type: v.picklist(['vad', 'ai']),
  endpoint_sensitivity: v.pipe(v.number(), v.examples([0.5])),
  interrupt_sensitivity: v.pipe(v.number(), v.examples([0.5])),
  fillers: flag(0),
  filler_config: v.strictObject({
    neutral: phrases('One moment.'),
    negative: phrases('I see.'),
    positive: phrases('Great.'),
    question: phrases('Let me think.'),
  }),
  reengagement_interval: seconds(30),
  max_silence_duration: seconds(40),
  max_duration: seconds(600),
  end_call_on_voicemail: flag(1),
  record: v.pipe(v.boolean(), v.description('Whether calls are recorded.')),
};

const afterCall = {
  post_call_evaluation: v.boolean(),
  post_call_schema: v.array(
    v.strictObject({
      name: text('status'),
      type: v.picklist(postCallFieldTypes),
      description: text('Whether the goal of the call was reached.'),
    }),
  ),
  inbound_webhook_url: v.nullable(sentUrl('https://example.com/inbound')),
  send_webhook_only_on_completed: v.boolean(),
  include_recording_in_webhook: v.boolean(),
};

/** An assistant as the API lists it. */
export const AssistantRecord = v.pipe(
  v.strictObject({
    ...shown,
    uuid: v.pipe(v.string(), v.uuid(), v.examples(['0198f2d4-5b7e-7c3a-9e21-3f6d8a4b1c05'])),
    ...engine,
    ...conversation,
    ...afterCall,
    widget_settings: keyValues({ theme: 'light', color: '#2563eb', position: 'bottom-right' }),
    deleted_at: v.nullable(isoTime()),
  }),
  v.title('AssistantRecord'),
);

/** The reduced record of the list that one picks an assistant for a call from. */
export const OutboundAssistantRecord = v.pipe(v.strictObject(shown), v.title('OutboundAssistantRecord'));

/** What create and update answer. */
export const AssistantSummary = v.pipe(
  v.strictObject({
    id: identity.id,
    name: identity.name,
    status: identity.status,
    type: identity.type,
    mode: identity.mode,
  }),
  v.title('AssistantSummary'),
);
