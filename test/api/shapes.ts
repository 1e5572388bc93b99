import * as v from 'valibot';

/*
 * The records of the contract, field by field, written from the contract and not from the service: a field that the
 * service adds, forgets or retypes fails here.
 */

const text = v.string();
const like = (pattern: RegExp) => v.pipe(text, v.regex(pattern));
const integer = v.pipe(v.number(), v.integer());
const count = v.pipe(integer, v.minValue(0));
export const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const nullableId = v.nullable(id);
const flag = v.picklist([0, 1]);
const twoDecimals = like(/^\d+\.\d\d$/);
const isoTime = like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
const plainTime = like(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const timeOfDay = like(/^\d\d:\d\d:\d\d$/);
const e164 = like(/^\+\d{7,15}$/);
/** A web call has no numbers. */
const e164OrWeb = like(/^(?:\+\d{7,15}|web)$/);
const variables = v.record(text, v.unknown());
const money = v.pipe(v.number(), v.minValue(0));
const url = v.pipe(text, v.url());
const mode = v.picklist(['pipeline', 'multimodal']);
const type = v.picklist(['inbound', 'outbound']);
const status = v.picklist(['active', 'inactive']);

/** Fields of one type, by their names. */
const fields = <const Schema extends v.GenericSchema>(schema: Schema, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, schema]));
const texts = (names: string) => v.strictObject(fields(text, names));
const isoTimes = fields(isoTime, 'created_at updated_at');
const plainTimes = fields(plainTime, 'created_at updated_at');

export const assistantSummary = v.strictObject({ id, name: text, status, type, mode });

export const assistantRecord = v.strictObject({
  ...fields(id, 'id user_id voice_id language_id'),
  ...fields(nullableId, 'phone_number_id transcriber_provider_id synthesizer_provider_id'),
  ...fields(nullableId, 'llm_model_id multimodal_model_id'),
  ...fields(v.null(), 'engine_id synthesizer_id transcriber_id flows_platform_id deleted_at'),
  ...fields(text, 'name language initial_message system_prompt timezone ambient_sound'),
  ...fields(v.boolean(), 'post_call_evaluation is_webhook_active record allow_interruptions wait_for_customer'),
  ...fields(v.boolean(), 'enable_noise_cancellation send_webhook_only_on_completed include_recording_in_webhook'),
  ...fields(flag, 'fillers end_call_on_voicemail'),
  ...fields(integer, 'max_duration max_silence_duration reengagement_interval'),
  ...fields(v.number(), 'endpoint_sensitivity interrupt_sensitivity'),
  turn_detection_threshold: v.nullable(v.number()),
  ...fields(twoDecimals, 'llm_temperature voice_stability voice_similarity speech_speed ambient_sound_volume'),
  ...fields(v.nullable(url), 'webhook_url inbound_webhook_url'),
  ...isoTimes,
  instance_id: v.literal(1),
  variables,
  post_call_schema: v.array(
    v.strictObject({ name: text, type: v.picklist(['string', 'number', 'bool']), description: text }),
  ),
  tools: v.array(v.strictObject({ type: v.literal('end_call'), data: texts('description') })),
  tool_ids: v.array(integer),
  secondary_language_ids: v.array(integer),
  type,
  status,
  mode,
  endpoint_type: v.picklist(['vad', 'ai']),
  uuid: v.pipe(text, v.uuid()),
  filler_config: v.strictObject(fields(v.array(text), 'neutral negative positive question')),
  knowledgebase_mode: v.literal('function_call'),
  min_interrupt_words: integer,
  // Beside the contract.
  greeting_interruptible: v.nullable(v.boolean()),
  voice_mail_message: v.nullable(text),
  max_hold_duration: integer,
  ringing_time: integer,
  max_initial_silence_duration: v.nullable(integer),
  reengagement_prompt: v.nullable(text),
  knowledgebase_id: v.literal(0),
  widget_settings: texts('theme color position'),
});

export const outboundAssistantRecord = v.strictObject({
  ...fields(id, 'id user_id voice_id language_id'),
  ...fields(text, 'name timezone initial_message system_prompt'),
  ...isoTimes,
  type: v.literal('outbound'),
  mode,
  status,
  variables,
  webhook_url: v.nullable(url),
  is_webhook_active: v.boolean(),
});

const callStatuses =
  'initiated ringing busy in-progress ended completed ended_by_customer ended_by_assistant no-answer failed';

export const callRecord = v.strictObject({
  id,
  assistant_name: text,
  campaign_name: v.optional(text),
  type: v.picklist(['inbound', 'outbound', 'web']),
  duration: count,
  ...fields(e164OrWeb, 'assistant_phone_number client_phone_number'),
  status: v.picklist(callStatuses.split(' ')),
  transcript: text,
  ...fields(variables, 'variables evaluation webhook_response'),
  ...fields(money, 'carrier_cost total_cost'),
  answered_by: v.picklist(['human', 'machine', 'unknown']),
  recording_url: v.optional(url),
  ...plainTimes,
});

const outcome = { status: v.nullable(count), error: v.nullable(text) };
export const delivery = v.strictObject({
  id: text,
  ...fields(v.nullable(id), 'call_id sms_id'),
  event: v.picklist([
    'call.completed',
    'inbound_call.completed',
    'sms.sent',
    'sms.delivered',
    'sms.undelivered',
    'sms.failed',
    'sms.received',
  ]),
  url,
  status: v.picklist(['pending', 'delivered', 'exhausted', 'disabled']),
  created_at: isoTime,
  next_attempt_at: v.nullable(isoTime),
  attempts: v.array(v.strictObject({ attempted_at: isoTime, url: v.string(), ...outcome, duration_ms: count })),
  endpoint: v.strictObject({
    origin: url,
    pace: v.picklist(['unknown', 'quick', 'slow']),
    ...fields(v.nullable(isoTime), 'last_success_at failing_since'),
    last_failure: v.nullable(v.strictObject({ failed_at: isoTime, ...outcome })),
  }),
});

const contact = {
  id,
  phone_number: e164,
  variables,
  status: v.picklist(['created', 'processing', 'rescheduled', 'completed', 'reached-max-retries', 'blacklisted']),
  ...plainTimes,
};

export const leadRecord = v.strictObject({
  ...contact,
  campaign_id: id,
  campaign: v.strictObject({ id, name: text }),
  secondary_contacts: v.array(v.strictObject(contact)),
});

export const campaignRecord = v.strictObject({
  id,
  name: text,
  status: v.picklist(['draft', 'in-progress', 'stopped', 'completed']),
  assistant_id: nullableId,
  timezone: text,
  ...fields(v.nullable(text), 'stopped_reason goal_completion_variable'),
  ...fields(integer, 'max_calls_in_parallel max_retries retry_interval'),
  ...fields(v.boolean(), 'mark_complete_when_no_leads retry_on_voicemail retry_on_goal_incomplete'),
  ...fields(timeOfDay, 'allowed_hours_start_time allowed_hours_end_time'),
  allowed_days: v.array(text),
  phone_number_ids: v.array(id),
  ...isoTimes,
});

export const assistantDetail = v.strictObject({ ...assistantRecord.entries, version: integer });

export const campaignDetail = v.strictObject({ ...campaignRecord.entries, version: integer });

export const doNotCallRecord = v.strictObject({
  phone_number: e164,
  source: v.picklist(['api', 'import', 'call', 'sms']),
  reason: v.nullable(text),
  created_at: plainTime,
});

export const startCheck = v.strictObject({
  ...fields(integer, 'total checked max_call_duration'),
  never_called: v.array(v.strictObject({ id, phone_number: e164, reason: text })),
  opens_at: v.nullable(isoTime),
  max_cost: v.number(),
  next_before_id: nullableId,
});

export const missingVariables = v.strictObject({
  data: v.array(v.strictObject({ id, phone_number: e164, missing_variables: v.array(text) })),
  ...fields(id, 'checked total'),
  next_before_id: v.nullable(id),
});

export const listedDoNotCallRecord = v.strictObject({ id, ...doNotCallRecord.entries });

export const smsRecord = v.strictObject({
  ...fields(id, 'id phone_number_id user_id segments'),
  to: e164,
  ...fields(text, 'body status'),
  ...fields(money, 'segment_price total_cost'),
  sms_sid: text,
  ...plainTimes,
});

export const listedSmsRecord = v.strictObject({
  ...smsRecord.entries,
  ...fields(text, 'to from'),
  direction: v.picklist(['inbound', 'outbound']),
  error: v.nullable(text),
  opt_out: v.nullable(v.picklist(['stop', 'start'])),
});

export const phoneNumberRecord = v.strictObject({
  id,
  phone_number: e164,
  country_code: like(/^[A-Z]{2}$/),
  type_label: v.picklist(['Normal', 'SIP', 'Caller ID']),
  is_available: v.boolean(),
});

export const voiceRecord = v.strictObject({ id, name: text, mode });
export const modelRecord = v.strictObject({ id, name: text });
export const languageRecord = v.strictObject({ id, name: text, iso_2: like(/^[a-z]{2}$/) });

/** The pagination envelope around these records. */
export const envelope = (record: v.GenericSchema) =>
  v.strictObject({
    ...fields(id, 'current_page last_page per_page'),
    ...fields(nullableId, 'from to'),
    ...fields(url, 'first_page_url last_page_url path'),
    ...fields(v.nullable(url), 'next_page_url prev_page_url'),
    total: count,
    data: v.array(record),
    links: v.array(v.strictObject({ url: v.nullable(url), label: text, active: v.boolean() })),
  });
