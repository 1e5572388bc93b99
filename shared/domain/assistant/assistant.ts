export const engineModes = ['pipeline', 'multimodal'] as const;
export type EngineMode = (typeof engineModes)[number];

export const assistantTypes = ['inbound', 'outbound'] as const;
export type AssistantType = (typeof assistantTypes)[number];

export const postCallFieldTypes = ['string', 'number', 'bool'] as const;

/** One thing to find out from the conversation after the call. */
export interface PostCallField {
  name: string;
  type: (typeof postCallFieldTypes)[number];
  description: string;
}

export interface AssistantTool {
  type: 'end_call';
  data: { description: string };
}

/** What the assistant says while it thinks, by the mood of what the customer said. */
export interface FillerConfig {
  neutral: string[];
  negative: string[];
  positive: string[];
  question: string[];
}

/** An assistant as it is stored. The contract's record is made from it by `toAssistantRecord`. */
export interface Assistant {
  id: number;
  userId: number;
  uuid: string;
  name: string;
  type: AssistantType;
  mode: EngineMode;
  status: 'active' | 'inactive';
  voiceId: number;
  /** The language's name in the catalogue, which is also its public name. */
  language: string;
  languageId: number;
  /** Set in pipeline mode. */
  llmModelId: number | null;
  /** Set in multimodal mode. */
  multimodalModelId: number | null;
  /** IANA name. */
  timezone: string;
  initialMessage: string;
  systemPrompt: string;
  phoneNumberId: number | null;
  endpointType: 'vad' | 'ai';
  endpointSensitivity: number;
  interruptSensitivity: number;
  ambientSound: string;
  ambientSoundVolume: number;
  postCallEvaluation: boolean;
  postCallSchema: PostCallField[];
  isWebhookActive: boolean;
  webhookUrl: string | null;
  sendWebhookOnlyOnCompleted: boolean;
  includeRecordingInWebhook: boolean;
  inboundWebhookUrl: string | null;
  minInterruptWords: number | null;
  variables: Record<string, unknown>;
  tools: AssistantTool[];
  llmTemperature: number;
  voiceStability: number;
  voiceSimilarity: number;
  speechSpeed: number;
  allowInterruptions: boolean;
  fillers: boolean;
  fillerConfig: FillerConfig;
  /** Seconds of silence before the assistant speaks again. */
  reengagementInterval: number;
  /** Seconds of silence before the assistant says goodbye. */
  maxSilenceDuration: number;
  /** Seconds. */
  maxDuration: number;
  endCallOnVoicemail: boolean;
  noiseCancellation: boolean;
  record: boolean;
  waitForCustomer: boolean;
  createdAt: number;
  updatedAt: number;
  /** Counts the updates, so that two at once never mix halves. */
  version: number;
}
