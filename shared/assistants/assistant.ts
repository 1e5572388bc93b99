import type { AssistantSettings } from '#shared/assistants/settings.ts';

export const engineModes = ['pipeline', 'multimodal'] as const;
export type EngineMode = (typeof engineModes)[number];

export const assistantTypes = ['inbound', 'outbound'] as const;
export type AssistantType = (typeof assistantTypes)[number];

export const postCallFieldTypes = ['string', 'number', 'bool'] as const;

/** A field that the evaluation extracts from the conversation after the call. */
export interface PostCallField {
  name: string;
  type: (typeof postCallFieldTypes)[number];
  description: string;
}

export interface AssistantTool {
  type: 'end_call';
  data: { description: string };
}

/** Filler phrases while the model generates an answer, by the sentiment of the customer's words. */
export interface FillerConfig {
  neutral: string[];
  negative: string[];
  positive: string[];
  question: string[];
}

/** An assistant as stored. Its settings are defined in `shared/assistants/settings.ts`. */
export interface Assistant extends AssistantSettings {
  id: number;
  userId: number;
  uuid: string;
  createdAt: number;
  updatedAt: number;
  /** Incremented by every update, for optimistic locking. */
  version: number;
  /** The last version of which the store keeps an immutable copy, which calls refer to. */
  copiedVersion?: number | undefined;
}
