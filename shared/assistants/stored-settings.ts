import * as v from 'valibot';
import { withoutLater } from '#shared/platform/table/later-kinds.ts';
import { JsonText } from '#shared/platform/table/table.ts';

/**
 * Written by `npm run generate` from the table of settings, which would add 20 KB to every function that reads a stored assistant.
 * An item from before a setting existed gets its default.
 */
export const storedSettings = {
  name: v.string(),
  type: v.picklist(['inbound', 'outbound']),
  mode: v.picklist(['pipeline', 'multimodal']),
  status: v.optional(v.picklist(['active', 'inactive']), 'active'),
  phoneNumberId: v.optional(v.nullable(v.number()), null),
  timezone: v.string(),
  widgetSettings: v.optional(
    v.object({
      theme: v.picklist(['light', 'dark', 'auto']),
      color: v.string(),
      position: v.picklist(['bottom-right', 'bottom-left', 'top-right', 'top-left']),
      allowed_origins: v.optional(v.array(v.string())),
      calls_at_once: v.optional(v.number()),
      visitor_variables: v.optional(v.array(v.string())),
      max_call_seconds: v.optional(v.number()),
      max_spend_per_hour: v.optional(v.number()),
      max_spend_per_day: v.optional(v.number()),
    }),
    () => ({ theme: 'light', color: '#2563eb', position: 'bottom-right' }),
  ),
  language: v.string(),
  languageId: v.number(),
  llmModelId: v.nullable(v.number()),
  multimodalModelId: v.nullable(v.number()),
  fallbackModels: v.optional(v.array(v.string()), () => []),
  llmTemperature: v.optional(v.number(), 0.1),
  voiceId: v.number(),
  voiceStability: v.optional(v.number(), 0.7),
  voiceSimilarity: v.optional(v.number(), 0.5),
  speechSpeed: v.optional(v.number(), 1),
  noiseCancellation: v.optional(v.boolean(), true),
  ambientSound: v.optional(v.string(), 'off'),
  ambientSoundVolume: v.optional(v.number(), 0.5),
  initialMessage: v.string(),
  systemPrompt: v.string(),
  variables: JsonText,
  tools: v.optional(
    withoutLater(
      'type',
      v.picklist(['end_call', 'call_transfer']),
      v.variant('type', [
        v.object({ type: v.literal('end_call'), data: v.object({ description: v.string() }) }),
        v.object({
          type: v.literal('call_transfer'),
          data: v.object({
            phone_number: v.string(),
            description: v.string(),
            custom: v.boolean(),
            timezone: v.nullable(v.string()),
            warm_transfer: v.boolean(),
            warm_transfer_message: v.nullable(v.string()),
          }),
        }),
      ]),
    ),
    () => [],
  ),
  toolIds: v.optional(v.array(v.number()), () => []),
  waitForCustomer: v.optional(v.boolean(), false),
  allowInterruptions: v.optional(v.boolean(), true),
  greetingInterruptible: v.optional(v.nullable(v.boolean()), null),
  minInterruptWords: v.optional(v.nullable(v.number()), 0),
  endpointType: v.optional(v.picklist(['vad', 'ai']), 'vad'),
  endpointSensitivity: v.optional(v.number(), 0.5),
  interruptSensitivity: v.optional(v.number(), 0.5),
  fillers: v.optional(v.boolean(), false),
  fillerConfig: v.object({
    neutral: v.array(v.string()),
    negative: v.array(v.string()),
    positive: v.array(v.string()),
    question: v.array(v.string()),
  }),
  reengagementInterval: v.optional(v.number(), 30),
  reengagementPrompt: v.optional(v.nullable(v.string()), null),
  maxInitialSilenceDuration: v.optional(v.nullable(v.number()), null),
  maxSilenceDuration: v.optional(v.number(), 40),
  maxDuration: v.optional(v.number(), 600),
  ringingTime: v.optional(v.number(), 30),
  endCallOnVoicemail: v.optional(v.boolean(), true),
  voiceMailMessage: v.optional(v.nullable(v.string()), null),
  maxHoldDuration: v.optional(v.number(), 180),
  record: v.optional(v.boolean(), false),
  postCallEvaluation: v.optional(v.boolean(), true),
  postCallSchema: v.optional(
    withoutLater(
      'type',
      v.picklist(['string', 'number', 'bool']),
      v.object({ name: v.string(), type: v.picklist(['string', 'number', 'bool']), description: v.string() }),
    ),
    () => [
      { name: 'status', type: 'bool', description: 'Whether the goal of the call was reached.' },
      { name: 'summary', type: 'string', description: 'A short summary of the conversation.' },
    ],
  ),
  isWebhookActive: v.optional(v.boolean(), false),
  webhookUrl: v.optional(v.nullable(v.string()), null),
  inboundWebhookUrl: v.optional(v.nullable(v.string()), null),
  sendWebhookOnlyOnCompleted: v.optional(v.boolean(), true),
  includeRecordingInWebhook: v.optional(v.boolean(), true),
};
