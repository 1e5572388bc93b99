import type { Assistant } from '#shared/domain/assistant/assistant.ts';

/** The part of an assistant that a request may leave out. */
export type AssistantSettings = Pick<
  Assistant,
  | 'phoneNumberId'
  | 'endpointType'
  | 'endpointSensitivity'
  | 'interruptSensitivity'
  | 'ambientSound'
  | 'ambientSoundVolume'
  | 'postCallEvaluation'
  | 'postCallSchema'
  | 'isWebhookActive'
  | 'webhookUrl'
  | 'sendWebhookOnlyOnCompleted'
  | 'includeRecordingInWebhook'
  | 'minInterruptWords'
  | 'variables'
  | 'tools'
  | 'llmTemperature'
  | 'voiceStability'
  | 'voiceSimilarity'
  | 'speechSpeed'
  | 'allowInterruptions'
  | 'fillers'
  | 'reengagementInterval'
  | 'maxSilenceDuration'
  | 'maxDuration'
  | 'endCallOnVoicemail'
  | 'noiseCancellation'
  | 'record'
  | 'waitForCustomer'
>;

/** What an assistant is when its request does not say otherwise; durations in seconds. */
export const assistantDefaults: AssistantSettings = {
  phoneNumberId: null,
  endpointType: 'vad',
  endpointSensitivity: 0.5,
  interruptSensitivity: 0.5,
  ambientSound: 'off',
  ambientSoundVolume: 0.5,
  postCallEvaluation: true,
  postCallSchema: [
    { name: 'status', type: 'bool', description: 'Whether the goal of the call was reached.' },
    { name: 'summary', type: 'string', description: 'A short summary of the conversation.' },
  ],
  isWebhookActive: false,
  webhookUrl: null,
  sendWebhookOnlyOnCompleted: true,
  includeRecordingInWebhook: true,
  minInterruptWords: null,
  variables: {},
  tools: [],
  llmTemperature: 0.1,
  voiceStability: 0.7,
  voiceSimilarity: 0.5,
  speechSpeed: 1,
  allowInterruptions: true,
  fillers: false,
  reengagementInterval: 30,
  maxSilenceDuration: 40,
  maxDuration: 600,
  endCallOnVoicemail: true,
  noiseCancellation: true,
  record: false,
  waitForCustomer: false,
};
