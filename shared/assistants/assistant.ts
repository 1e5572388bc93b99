import type { AssistantSettings } from '#shared/assistants/settings.ts';

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

/** An assistant as it is stored. Its settings stand in the table of `shared/assistants/settings.ts`. */
export interface Assistant extends AssistantSettings {
  id: number;
  userId: number;
  uuid: string;
  createdAt: number;
  updatedAt: number;
  /** Counts the updates, so that two at once never mix halves. */
  version: number;
}
