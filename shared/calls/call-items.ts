import * as v from 'valibot';
import { AssistantItem, toAssistantItem } from '#shared/assistants/assistant-item.ts';
import { engineModes } from '#shared/assistants/assistant.ts';
import {
  callStatuses,
  callTypes,
  type Call,
  type CallBody,
  type CallKey,
  type CallConfiguration,
} from '#shared/calls/call.ts';
import { leadReasons, leadStatuses } from '#shared/campaigns/lead.ts';
import { JsonText } from '#shared/platform/table/json-text.ts';

/** The head of a call. About 700 bytes, so that each change costs one write unit. */
export const CallItem = v.object({
  id: v.number(),
  userId: v.number(),
  type: v.picklist(callTypes),
  status: v.picklist(callStatuses),
  assistantId: v.number(),
  assistantName: v.string(),
  campaignId: v.nullable(v.number()),
  campaignName: v.nullable(v.string()),
  leadId: v.optional(v.number()),
  notDialled: v.optional(v.picklist(leadReasons)),
  wasCancelled: v.optional(v.boolean()),
  leadStatus: v.optional(v.picklist(leadStatuses)),
  clientPhoneNumber: v.string(),
  assistantPhoneNumber: v.string(),
  answeredBy: v.picklist(['human', 'machine', 'unknown']),
  durationSeconds: v.number(),
  carrierCost: v.number(),
  totalCost: v.number(),
  hold: v.number(),
  allowedSeconds: v.number(),
  claimedAt: v.nullable(v.number()),
  carrierCallId: v.nullable(v.string()),
  answeredAt: v.nullable(v.number()),
  endedAt: v.nullable(v.number()),
  endedBy: v.nullable(v.picklist(['assistant', 'customer'])),
  connectionId: v.nullable(v.string()),
  mode: v.optional(v.picklist(engineModes)),
  realtimeCallId: v.optional(v.string()),
  recording: v.nullable(v.object({ id: v.string(), durationSeconds: v.number(), storedAt: v.optional(v.number()) })),
  recordingSecret: v.optional(v.string()),
  recordingAbsentAt: v.optional(v.number()),
  reservationToken: v.optional(v.string()),
  createdAt: v.number(),
  updatedAt: v.number(),
}) satisfies v.GenericSchema<unknown, Call>;

/** Which call came in under an id of the carrier. */
export const InboundCallItem = v.object({
  userId: v.number(),
  callId: v.number(),
}) satisfies v.GenericSchema<unknown, CallKey>;

/** The body of a call: written when it ends. */
export const CallBodyItem = v.object({
  variables: JsonText,
  turns: v.array(v.object({ sender: v.picklist(['bot', 'human']), text: v.string(), timestamp: v.number() })),
  evaluation: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  webhookResponse: v.nullable(
    v.object({
      status: v.number(),
      body: v.string(),
      attempts: v.number(),
      deliveredAt: v.nullable(v.number()),
    }),
  ),
}) satisfies v.GenericSchema<unknown, CallBody>;

export function toCallBodyItem(body: CallBody): v.InferInput<typeof CallBodyItem> {
  return { ...body, variables: JSON.stringify(body.variables) };
}

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
