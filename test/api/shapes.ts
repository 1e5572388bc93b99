import * as v from 'valibot';

/*
 * The records of the contract, field by field, written from the contract and not from the service: a field that the
 * service adds, forgets or retypes fails here.
 */

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const nullableId = v.nullable(id);
const flag = v.picklist([0, 1]);
const twoDecimals = v.pipe(v.string(), v.regex(/^\d+\.\d\d$/));
const isoTime = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/));
const plainTime = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/));
const e164 = v.pipe(v.string(), v.regex(/^\+\d{7,15}$/));
const variables = v.record(v.string(), v.unknown());
const money = v.pipe(v.number(), v.minValue(0));
const url = v.pipe(v.string(), v.url());
const mode = v.picklist(['pipeline', 'multimodal']);
const type = v.picklist(['inbound', 'outbound']);
const status = v.picklist(['active', 'inactive']);
const phrases = v.array(v.string());
const text = v.string();

export const assistantSummary = v.strictObject({ id, name: text, status, type, mode });

export const assistantRecord = v.strictObject({
  id,
  user_id: id,
  phone_number_id: nullableId,
  engine_id: v.null(),
  synthesizer_id: v.null(),
  transcriber_id: v.null(),
  voice_id: id,
  instance_id: v.literal(1),
  name: text,
  variables,
  post_call_evaluation: v.boolean(),
  fillers: flag,
  post_call_schema: v.array(
    v.strictObject({ name: text, type: v.picklist(['string', 'number', 'bool']), description: text }),
  ),
  tools: v.array(v.strictObject({ type: v.literal('end_call'), data: v.strictObject({ description: text }) })),
  is_webhook_active: v.boolean(),
  webhook_url: v.nullable(url),
  inbound_webhook_url: v.nullable(url),
  language: text,
  type,
  status,
  max_duration: v.pipe(v.number(), v.integer()),
  record: v.boolean(),
  initial_message: text,
  system_prompt: text,
  flows_platform_id: v.null(),
  timezone: text,
  created_at: isoTime,
  updated_at: isoTime,
  max_silence_duration: v.pipe(v.number(), v.integer()),
  reengagement_interval: v.pipe(v.number(), v.integer()),
  deleted_at: v.null(),
  end_call_on_voicemail: flag,
  llm_temperature: twoDecimals,
  voice_stability: twoDecimals,
  voice_similarity: twoDecimals,
  speech_speed: twoDecimals,
  ambient_sound_volume: twoDecimals,
  allow_interruptions: v.boolean(),
  enable_noise_cancellation: v.boolean(),
  endpoint_sensitivity: v.number(),
  interrupt_sensitivity: v.number(),
  endpoint_type: v.picklist(['vad', 'ai']),
  wait_for_customer: v.boolean(),
  mode,
  language_id: id,
  transcriber_provider_id: nullableId,
  synthesizer_provider_id: nullableId,
  llm_model_id: nullableId,
  multimodal_model_id: nullableId,
  ambient_sound: text,
  uuid: v.pipe(v.string(), v.uuid()),
  send_webhook_only_on_completed: v.boolean(),
  include_recording_in_webhook: v.boolean(),
  filler_config: v.strictObject({ neutral: phrases, negative: phrases, positive: phrases, question: phrases }),
  knowledgebase_id: v.null(),
  knowledgebase_mode: v.literal('function_call'),
  min_interrupt_words: v.nullable(v.pipe(v.number(), v.integer())),
  widget_settings: v.strictObject({ theme: text, color: text, position: text }),
});

export const outboundAssistantRecord = v.strictObject({
  id,
  user_id: id,
  name: text,
  type: v.literal('outbound'),
  mode,
  status,
  voice_id: id,
  language_id: id,
  timezone: text,
  initial_message: text,
  system_prompt: text,
  variables,
  webhook_url: v.nullable(url),
  is_webhook_active: v.boolean(),
  created_at: isoTime,
  updated_at: isoTime,
});

export const callRecord = v.strictObject({
  id,
  assistant_name: text,
  campaign_name: v.optional(text),
  type: v.picklist(['inbound', 'outbound', 'web']),
  duration: v.pipe(v.number(), v.integer(), v.minValue(0)),
  assistant_phone_number: e164,
  client_phone_number: e164,
  status: v.picklist([
    'initiated',
    'ringing',
    'busy',
    'in-progress',
    'ended',
    'completed',
    'ended_by_customer',
    'ended_by_assistant',
    'no-answer',
    'failed',
  ]),
  transcript: text,
  variables,
  evaluation: variables,
  webhook_response: variables,
  carrier_cost: money,
  total_cost: money,
  answered_by: v.picklist(['human', 'machine', 'unknown']),
  recording_url: v.optional(url),
  created_at: plainTime,
  updated_at: plainTime,
});

const contact = {
  id,
  phone_number: e164,
  variables,
  status: v.picklist(['created', 'processing', 'rescheduled', 'completed', 'reached-max-retries', 'blacklisted']),
  created_at: plainTime,
  updated_at: plainTime,
};

export const leadRecord = v.strictObject({
  ...contact,
  campaign_id: id,
  campaign: v.strictObject({ id, name: text }),
  secondary_contacts: v.array(v.strictObject(contact)),
});

const timeOfDay = v.pipe(v.string(), v.regex(/^\d\d:\d\d:\d\d$/));

export const campaignRecord = v.strictObject({
  id,
  name: text,
  status: v.picklist(['draft', 'in-progress', 'stopped', 'completed']),
  stopped_reason: v.nullable(text),
  assistant_id: nullableId,
  timezone: text,
  max_calls_in_parallel: v.pipe(v.number(), v.integer()),
  mark_complete_when_no_leads: v.boolean(),
  allowed_hours_start_time: timeOfDay,
  allowed_hours_end_time: timeOfDay,
  allowed_days: v.array(text),
  max_retries: v.pipe(v.number(), v.integer()),
  retry_interval: v.pipe(v.number(), v.integer()),
  retry_on_voicemail: v.boolean(),
  retry_on_goal_incomplete: v.boolean(),
  goal_completion_variable: v.nullable(text),
  phone_number_ids: v.array(id),
  created_at: isoTime,
  updated_at: isoTime,
});

export const doNotCallRecord = v.strictObject({
  phone_number: e164,
  source: v.picklist(['api', 'import', 'call', 'sms']),
  reason: v.nullable(text),
  created_at: plainTime,
});

export const smsRecord = v.strictObject({
  id,
  phone_number_id: id,
  to: e164,
  body: text,
  user_id: id,
  segments: v.pipe(v.number(), v.integer(), v.minValue(1)),
  segment_price: money,
  total_cost: money,
  status: text,
  sms_sid: v.nullable(text),
  created_at: plainTime,
  updated_at: plainTime,
});

export const phoneNumberRecord = v.strictObject({
  id,
  phone_number: e164,
  country_code: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  type_label: v.picklist(['Normal', 'SIP', 'Caller ID']),
  is_available: v.boolean(),
});

export const voiceRecord = v.strictObject({ id, name: text, mode });
export const modelRecord = v.strictObject({ id, name: text });
export const languageRecord = v.strictObject({ id, name: text, iso_2: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)) });

/** The pagination envelope around these records. */
export function envelope(record: v.GenericSchema) {
  const page = v.pipe(v.number(), v.integer(), v.minValue(1));
  const count = v.pipe(v.number(), v.integer(), v.minValue(0));
  return v.strictObject({
    current_page: page,
    data: v.array(record),
    first_page_url: url,
    last_page_url: url,
    path: url,
    next_page_url: v.nullable(url),
    prev_page_url: v.nullable(url),
    from: v.nullable(page),
    to: v.nullable(page),
    last_page: page,
    per_page: page,
    total: count,
    links: v.array(v.strictObject({ url: v.nullable(url), label: text, active: v.boolean() })),
  });
}
