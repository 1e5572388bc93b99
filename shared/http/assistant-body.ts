import * as v from 'valibot';
import { engineModes, postCallFieldTypes } from '#shared/domain/assistant/assistant.ts';
import {
  callsDirections,
  firstSpeakers,
  type CreateAssistantRequest,
  type UpdateAssistantRequest,
} from '#shared/domain/assistant/assistant-request.ts';
import {
  anyObject,
  arrayOf,
  boolean,
  integer,
  integerBetween,
  matching,
  numberBetween,
  objectOf,
  oneOf,
  optional,
  required,
  smallKeyValues,
  text,
  timezone,
  webUrl,
} from '#shared/platform/http/fields.ts';

const requiredFields = {
  assistant_name: required(text(255)),
  voice_id: required(integer()),
  language: required(text(100)),
  llm_model: required(text(100)),
  calls_direction: required(oneOf(callsDirections)),
  engine_type: required(oneOf(engineModes)),
  timezone: required(timezone()),
  initial_message: required(text()),
  system_prompt: required(text()),
};

const postCallField = objectOf({
  name: required(matching(/^\w+$/)),
  type: required(oneOf(postCallFieldTypes)),
  description: required(text()),
});

const optionalFields = {
  phone_number_id: optional(integer()),
  endpoint_type: optional(oneOf(['vad', 'ai'])),
  endpoint_sensitivity: optional(numberBetween(0, 5)),
  interrupt_sensitivity: optional(numberBetween(0, 5)),
  ambient_sound_volume: optional(numberBetween(0, 1)),
  post_call_evaluation: optional(boolean()),
  send_webhook_only_on_completed: optional(boolean()),
  include_recording_in_webhook: optional(boolean()),
  is_webhook_active: optional(boolean()),
  webhook_url: optional(webUrl()),
  use_min_interrupt_words: optional(boolean()),
  min_interrupt_words: optional(integerBetween(0, 10)),
  variables: optional(smallKeyValues()),
  post_call_schema: optional(arrayOf(postCallField)),
  end_call_tool: optional(objectOf({ description: optional(text(500)) })),
  llm_temperature: optional(numberBetween(0, 1)),
  voice_stability: optional(numberBetween(0, 1)),
  voice_similarity: optional(numberBetween(0, 1)),
  speech_speed: optional(numberBetween(0.7, 1.2)),
  allow_interruptions: optional(boolean()),
  filler_audios: optional(boolean()),
  re_engagement_interval: optional(integerBetween(7, 600)),
  max_call_duration: optional(integerBetween(20, 1200)),
  max_silence_duration: optional(integerBetween(1, 120)),
  end_call_on_voicemail: optional(boolean()),
  noise_cancellation: optional(boolean()),
  record_call: optional(boolean()),
  who_speaks_first: optional(oneOf(firstSpeakers)),
};

/** Clients send the tool as an object or by the literal key that the contract prints. */
function nestEndCallTool(body: Record<string, unknown>): Record<string, unknown> {
  const { 'end_call_tool.description': description, ...rest } = body;
  return description === undefined ? body : { ...rest, end_call_tool: { description } };
}

const body = v.pipe(anyObject(), v.transform(nestEndCallTool));

export const CreateAssistantBody = v.pipe(
  body,
  v.object({ ...requiredFields, ...optionalFields }),
) satisfies v.GenericSchema<unknown, CreateAssistantRequest>;

/** A required field may be left out, but not emptied. */
export const UpdateAssistantBody = v.pipe(
  body,
  v.object({ ...v.partial(v.object(requiredFields)).entries, ...optionalFields }),
) satisfies v.GenericSchema<unknown, UpdateAssistantRequest>;

const ifReadable = <const S extends v.GenericSchema>(field: S) => v.fallback(v.optional(field), undefined);

/** Those fields of a body with other faults that rules outside the schema look at; what cannot be read is left out. */
export const ReadableAssistantBody = v.fallback(
  v.object({
    voice_id: ifReadable(requiredFields.voice_id),
    language: ifReadable(requiredFields.language),
    llm_model: ifReadable(requiredFields.llm_model),
    calls_direction: ifReadable(requiredFields.calls_direction),
    engine_type: ifReadable(requiredFields.engine_type),
    phone_number_id: ifReadable(optionalFields.phone_number_id),
    is_webhook_active: ifReadable(optionalFields.is_webhook_active),
    webhook_url: ifReadable(optionalFields.webhook_url),
  }),
  {},
) satisfies v.GenericSchema<unknown, UpdateAssistantRequest>;
