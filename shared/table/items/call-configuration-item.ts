import * as v from 'valibot';
import type { CallConfiguration } from '#shared/domain/call/call.ts';
import { AssistantItem } from '#shared/table/items/assistant-item.ts';

/** What a call was started with. Written once, in one item of its own, so that changes of the head stay cheap. */
export const CallConfigurationItem = v.object({
  assistant: AssistantItem,
  variables: v.record(v.string(), v.unknown()),
}) satisfies v.GenericSchema<unknown, CallConfiguration>;
