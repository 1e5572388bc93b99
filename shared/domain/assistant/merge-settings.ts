import type { AssistantTool } from '#shared/domain/assistant/assistant.ts';
import { assistantDefaults, type AssistantSettings } from '#shared/domain/assistant/assistant-defaults.ts';
import type { UpdateAssistantRequest } from '#shared/domain/assistant/assistant-request.ts';

/** The settings after a request: what was sent replaces, null goes back to the default, the rest stays. */
export function mergeSettings(before: AssistantSettings, request: UpdateAssistantRequest): AssistantSettings {
  const merge = <Key extends keyof AssistantSettings>(
    key: Key,
    sent: AssistantSettings[Key] | null | undefined,
  ): AssistantSettings[Key] => (sent === undefined ? before[key] : (sent ?? assistantDefaults[key]));
  return {
    phoneNumberId: merge('phoneNumberId', request.phone_number_id),
    endpointType: merge('endpointType', request.endpoint_type),
    endpointSensitivity: merge('endpointSensitivity', request.endpoint_sensitivity),
    interruptSensitivity: merge('interruptSensitivity', request.interrupt_sensitivity),
    ambientSound: before.ambientSound,
    ambientSoundVolume: merge('ambientSoundVolume', request.ambient_sound_volume),
    postCallEvaluation: merge('postCallEvaluation', request.post_call_evaluation),
    postCallSchema: merge('postCallSchema', request.post_call_schema),
    isWebhookActive: merge('isWebhookActive', request.is_webhook_active),
    webhookUrl: merge('webhookUrl', request.webhook_url),
    sendWebhookOnlyOnCompleted: merge('sendWebhookOnlyOnCompleted', request.send_webhook_only_on_completed),
    includeRecordingInWebhook: merge('includeRecordingInWebhook', request.include_recording_in_webhook),
    minInterruptWords: merge('minInterruptWords', readInterruptWords(request)),
    variables: merge('variables', request.variables),
    tools: merge('tools', readTools(request)),
    llmTemperature: merge('llmTemperature', request.llm_temperature),
    voiceStability: merge('voiceStability', request.voice_stability),
    voiceSimilarity: merge('voiceSimilarity', request.voice_similarity),
    speechSpeed: merge('speechSpeed', request.speech_speed),
    allowInterruptions: merge('allowInterruptions', request.allow_interruptions),
    fillers: merge('fillers', request.filler_audios),
    reengagementInterval: merge('reengagementInterval', request.re_engagement_interval),
    maxSilenceDuration: merge('maxSilenceDuration', request.max_silence_duration),
    maxDuration: merge('maxDuration', request.max_call_duration),
    endCallOnVoicemail: merge('endCallOnVoicemail', request.end_call_on_voicemail),
    noiseCancellation: merge('noiseCancellation', request.noise_cancellation),
    record: merge('record', request.record_call),
    waitForCustomer: merge('waitForCustomer', readWaitForCustomer(request)),
  };
}

/** Switching the words off wins over a number that is sent along. */
function readInterruptWords(request: UpdateAssistantRequest): number | null | undefined {
  return request.use_min_interrupt_words === false ? null : request.min_interrupt_words;
}

function readTools({ end_call_tool: tool }: UpdateAssistantRequest): AssistantTool[] | null | undefined {
  if (tool === undefined || tool === null) return tool;
  if (tool.description === undefined || tool.description === null) return tool.description;
  return [{ type: 'end_call', data: { description: tool.description } }];
}

function readWaitForCustomer({ who_speaks_first: first }: UpdateAssistantRequest): boolean | null | undefined {
  return first === undefined || first === null ? first : first === 'Customer';
}
