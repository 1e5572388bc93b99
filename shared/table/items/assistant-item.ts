import * as v from 'valibot';
import { JsonText } from '#shared/table/items/json-text.ts';
import { assistantTypes, engineModes, postCallFieldTypes, type Assistant } from '#shared/domain/assistant/assistant.ts';

const texts = v.array(v.string());

export const FillerConfigItem = v.object({ neutral: texts, negative: texts, positive: texts, question: texts });

/** An assistant as stored; key attributes are dropped when it is read. */
export const AssistantItem = v.object({
  id: v.number(),
  userId: v.number(),
  uuid: v.string(),
  name: v.string(),
  type: v.picklist(assistantTypes),
  mode: v.picklist(engineModes),
  status: v.picklist(['active', 'inactive']),
  voiceId: v.number(),
  language: v.string(),
  languageId: v.number(),
  llmModelId: v.nullable(v.number()),
  multimodalModelId: v.nullable(v.number()),
  timezone: v.string(),
  initialMessage: v.string(),
  systemPrompt: v.string(),
  phoneNumberId: v.nullable(v.number()),
  endpointType: v.picklist(['vad', 'ai']),
  endpointSensitivity: v.number(),
  interruptSensitivity: v.number(),
  ambientSound: v.string(),
  ambientSoundVolume: v.number(),
  postCallEvaluation: v.boolean(),
  postCallSchema: v.array(
    v.object({ name: v.string(), type: v.picklist(postCallFieldTypes), description: v.string() }),
  ),
  isWebhookActive: v.boolean(),
  webhookUrl: v.nullable(v.string()),
  sendWebhookOnlyOnCompleted: v.boolean(),
  includeRecordingInWebhook: v.boolean(),
  inboundWebhookUrl: v.nullable(v.string()),
  minInterruptWords: v.nullable(v.number()),
  variables: JsonText,
  tools: v.array(v.object({ type: v.literal('end_call'), data: v.object({ description: v.string() }) })),
  llmTemperature: v.number(),
  voiceStability: v.number(),
  voiceSimilarity: v.number(),
  speechSpeed: v.number(),
  allowInterruptions: v.boolean(),
  fillers: v.boolean(),
  fillerConfig: FillerConfigItem,
  reengagementInterval: v.number(),
  maxSilenceDuration: v.number(),
  maxDuration: v.number(),
  endCallOnVoicemail: v.boolean(),
  noiseCancellation: v.boolean(),
  record: v.boolean(),
  waitForCustomer: v.boolean(),
  createdAt: v.number(),
  updatedAt: v.number(),
  version: v.number(),
}) satisfies v.GenericSchema<unknown, Assistant>;

export function toAssistantItem(assistant: Assistant): v.InferInput<typeof AssistantItem> {
  return { ...assistant, variables: JSON.stringify(assistant.variables) };
}
