import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { toIsoMicroseconds } from '#shared/domain/time/format-time.ts';

/** What the web widget looks like; there is no endpoint that changes it. */
const widgetSettings = { theme: 'light', color: '#2563eb', position: 'bottom-right' };

/** An assistant as the API lists it: numbers that are text have two decimals, some flags are 1 or 0. */
export function toAssistantRecord(assistant: Assistant) {
  return {
    ...identityFields(assistant),
    ...engineFields(assistant),
    ...conversationFields(assistant),
    ...afterCallFields(assistant),
    created_at: toIsoMicroseconds(assistant.createdAt),
    updated_at: toIsoMicroseconds(assistant.updatedAt),
    deleted_at: null,
  };
}

export type AssistantRecord = ReturnType<typeof toAssistantRecord>;

function identityFields(assistant: Assistant) {
  return {
    id: assistant.id,
    uuid: assistant.uuid,
    user_id: assistant.userId,
    instance_id: 1,
    name: assistant.name,
    type: assistant.type,
    mode: assistant.mode,
    status: assistant.status,
    phone_number_id: assistant.phoneNumberId,
    timezone: assistant.timezone,
    flows_platform_id: null,
    knowledgebase_id: null,
    knowledgebase_mode: 'function_call',
    widget_settings: widgetSettings,
  };
}

function engineFields(assistant: Assistant) {
  return {
    engine_id: null,
    synthesizer_id: null,
    synthesizer_provider_id: null,
    transcriber_id: null,
    transcriber_provider_id: null,
    language: assistant.language,
    language_id: assistant.languageId,
    llm_model_id: assistant.llmModelId,
    multimodal_model_id: assistant.multimodalModelId,
    llm_temperature: assistant.llmTemperature.toFixed(2),
    voice_id: assistant.voiceId,
    voice_stability: assistant.voiceStability.toFixed(2),
    voice_similarity: assistant.voiceSimilarity.toFixed(2),
    speech_speed: assistant.speechSpeed.toFixed(2),
    enable_noise_cancellation: assistant.noiseCancellation,
    ambient_sound: assistant.ambientSound,
    ambient_sound_volume: assistant.ambientSoundVolume.toFixed(2),
  };
}

function conversationFields(assistant: Assistant) {
  return {
    initial_message: assistant.initialMessage,
    system_prompt: assistant.systemPrompt,
    variables: assistant.variables,
    tools: assistant.tools,
    wait_for_customer: assistant.waitForCustomer,
    allow_interruptions: assistant.allowInterruptions,
    min_interrupt_words: assistant.minInterruptWords,
    endpoint_type: assistant.endpointType,
    endpoint_sensitivity: assistant.endpointSensitivity,
    interrupt_sensitivity: assistant.interruptSensitivity,
    fillers: toFlag(assistant.fillers),
    filler_config: assistant.fillerConfig,
    reengagement_interval: assistant.reengagementInterval,
    max_silence_duration: assistant.maxSilenceDuration,
    max_duration: assistant.maxDuration,
    end_call_on_voicemail: toFlag(assistant.endCallOnVoicemail),
    record: assistant.record,
  };
}

function afterCallFields(assistant: Assistant) {
  return {
    post_call_evaluation: assistant.postCallEvaluation,
    post_call_schema: assistant.postCallSchema,
    is_webhook_active: assistant.isWebhookActive,
    webhook_url: assistant.webhookUrl,
    inbound_webhook_url: assistant.inboundWebhookUrl,
    send_webhook_only_on_completed: assistant.sendWebhookOnlyOnCompleted,
    include_recording_in_webhook: assistant.includeRecordingInWebhook,
  };
}

function toFlag(isSet: boolean): 0 | 1 {
  return isSet ? 1 : 0;
}
