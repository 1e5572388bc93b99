import * as v from 'valibot';
import type { CallConfiguration } from '#shared/domain/call/call.ts';
import { AssistantItem, toAssistantItem } from '#shared/assistants/assistant-item.ts';
import { JsonText } from '#shared/table/items/json-text.ts';

/** What a call was started with. Written once, in one item of its own, so that changes of the head stay cheap. */
export const CallConfigurationItem = v.object({
  assistant: AssistantItem,
  variables: JsonText,
  lead: v.optional(v.object({ id: v.number(), phoneNumber: v.string(), variables: JsonText })),
}) satisfies v.GenericSchema<unknown, CallConfiguration>;

export function toCallConfigurationItem(configuration: CallConfiguration): v.InferInput<typeof CallConfigurationItem> {
  return {
    assistant: toAssistantItem(configuration.assistant),
    variables: JSON.stringify(configuration.variables),
    ...(configuration.lead && {
      lead: { ...configuration.lead, variables: JSON.stringify(configuration.lead.variables) },
    }),
  };
}
