import * as v from 'valibot';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { storedSettings } from '#shared/assistants/stored-settings.ts';

/** A stored assistant. Reading drops the key attributes. */
export const AssistantItem = v.object({
  id: v.number(),
  userId: v.number(),
  uuid: v.string(),
  ...storedSettings,
  createdAt: v.number(),
  updatedAt: v.number(),
  version: v.number(),
  copiedVersion: v.optional(v.number()),
}) satisfies v.GenericSchema<unknown, Assistant>;

export function toAssistantItem(assistant: Assistant) {
  return { ...assistant, variables: JSON.stringify(assistant.variables) } satisfies v.InferInput<typeof AssistantItem>;
}

/** A conversation stores the fillers of its assistant. */
export const FillerConfigItem = storedSettings.fillerConfig;

/** The number that only this assistant may answer. Outbound assistants share numbers. */
export function heldNumber(assistant: Assistant): number | null {
  return assistant.type === 'inbound' ? assistant.phoneNumberId : null;
}
