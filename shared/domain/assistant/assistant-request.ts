import type { AssistantType, EngineMode, PostCallField } from '#shared/domain/assistant/assistant.ts';

/** How the API words the types of an assistant. */
export const callsDirections = ['receive', 'make'] as const;
export type CallsDirection = (typeof callsDirections)[number];

export const assistantTypeOf: Record<CallsDirection, AssistantType> = { receive: 'inbound', make: 'outbound' };

export const firstSpeakers = ['AI assistant', 'Customer'] as const;

/** What a create request must bring. */
interface RequiredFields {
  assistant_name: string;
  voice_id: number;
  language: string;
  llm_model: string;
  calls_direction: CallsDirection;
  engine_type: EngineMode;
  timezone: string;
  initial_message: string;
  system_prompt: string;
}

type Optional<Value> = Value | null | undefined;

/** Undefined = not sent; null = cleared back to its default. */
interface OptionalFields {
  phone_number_id?: Optional<number>;
  endpoint_type?: Optional<'vad' | 'ai'>;
  endpoint_sensitivity?: Optional<number>;
  interrupt_sensitivity?: Optional<number>;
  ambient_sound_volume?: Optional<number>;
  post_call_evaluation?: Optional<boolean>;
  send_webhook_only_on_completed?: Optional<boolean>;
  include_recording_in_webhook?: Optional<boolean>;
  is_webhook_active?: Optional<boolean>;
  webhook_url?: Optional<string>;
  use_min_interrupt_words?: Optional<boolean>;
  min_interrupt_words?: Optional<number>;
  variables?: Optional<Record<string, unknown>>;
  post_call_schema?: Optional<PostCallField[]>;
  end_call_tool?: Optional<{ description?: Optional<string> }>;
  llm_temperature?: Optional<number>;
  voice_stability?: Optional<number>;
  voice_similarity?: Optional<number>;
  speech_speed?: Optional<number>;
  allow_interruptions?: Optional<boolean>;
  filler_audios?: Optional<boolean>;
  re_engagement_interval?: Optional<number>;
  max_call_duration?: Optional<number>;
  max_silence_duration?: Optional<number>;
  end_call_on_voicemail?: Optional<boolean>;
  noise_cancellation?: Optional<boolean>;
  record_call?: Optional<boolean>;
  who_speaks_first?: Optional<(typeof firstSpeakers)[number]>;
}

/** The fields of a request as the API names them, read by the schema. */
export type CreateAssistantRequest = RequiredFields & OptionalFields;
export type UpdateAssistantRequest = Partial<RequiredFields> & OptionalFields;
