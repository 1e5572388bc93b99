import * as v from 'valibot';
import { toDecimal } from '#shared/accounts/account.ts';
import {
  callStatuses,
  callTypes,
  endReasonOf,
  endReasons,
  type CalledLead,
  type Call,
  type CallBody,
  type TranscriptTurn,
} from '#shared/calls/call.ts';
import { leadStatuses } from '#shared/campaigns/lead.ts';
import { transcriptText } from '#shared/conversations/transcript.ts';
import { toIsoMicroseconds, toPlainTime } from '#shared/platform/clock.ts';
import { webhookEvents, type WebhookEvent } from '#shared/webhooks/webhook.ts';

const Named = v.object({ id: v.number(), name: v.string() });

/** The payload of both events. */
export const CallCompletedPayload = v.object({
  event: v.picklist(webhookEvents),
  id: v.number(),
  type: v.picklist(callTypes),
  status: v.picklist(callStatuses),
  end_reason: v.nullable(v.picklist(endReasons)),
  customer_phone: v.string(),
  assistant_phone: v.string(),
  assistant_id: v.number(),
  assistant_name: v.string(),
  /** Seconds. */
  duration: v.number(),
  extracted_variables: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  input_variables: v.record(v.string(), v.unknown()),
  transcript: v.string(),
  transcript_turns: v.array(
    v.object({ sender: v.picklist(['bot', 'human']), text: v.string(), timestamp: v.string() }),
  ),
  recording_url: v.optional(v.string()),
  carrier_cost: v.number(),
  total_cost: v.number(),
  answered_by: v.picklist(['human', 'machine', 'unknown']),
  created_at: v.string(),
  finished_at: v.string(),
  /** The lead when the call started; `status` is its status after the call. */
  lead: v.nullable(
    v.object({
      id: v.number(),
      phone_number: v.string(),
      status: v.picklist(leadStatuses),
      variables: v.record(v.string(), v.unknown()),
    }),
  ),
  campaign: v.nullable(Named),
});

export type CallCompletedPayload = v.InferOutput<typeof CallCompletedPayload>;

export interface CallCompleted {
  event: WebhookEvent;
  /** Final and settled. */
  call: Call;
  body: CallBody;
  /** Null if the call was not recorded, or the assistant's webhooks do not include recordings. */
  recordingUrl: string | null;
  /** Campaign calls only. */
  lead?: CalledLead | undefined;
}

/**
 * Builds the payload. It is the same to the byte on every attempt: only what no longer changes after the settlement goes in.
 * `updatedAt` does change, when a recording arrives.
 */
export function callCompletedPayload({ event, call, body, recordingUrl, lead }: CallCompleted): CallCompletedPayload {
  return {
    event,
    id: call.id,
    type: call.type,
    status: call.status,
    end_reason: endReasonOf(call),
    customer_phone: call.clientPhoneNumber,
    assistant_phone: call.assistantPhoneNumber,
    assistant_id: call.assistantId,
    assistant_name: call.assistantName,
    duration: call.durationSeconds,
    extracted_variables: body.evaluation,
    input_variables: body.variables,
    transcript: transcriptText(body.turns),
    transcript_turns: body.turns.map(publicTurn),
    ...(recordingUrl === null ? {} : { recording_url: recordingUrl }),
    carrier_cost: toDecimal(call.carrierCost),
    total_cost: toDecimal(call.totalCost),
    answered_by: call.answeredBy,
    created_at: toPlainTime(call.createdAt),
    finished_at: toPlainTime(call.endedAt ?? call.createdAt),
    lead: lead === undefined ? null : publicLead(lead, call),
    campaign: campaignOf(call),
  };
}

function publicTurn({ sender, text, timestamp }: TranscriptTurn) {
  return { sender, text, timestamp: toIsoMicroseconds(timestamp) };
}

function publicLead({ id, phoneNumber, variables }: CalledLead, { leadStatus }: Call) {
  // A lead that was deleted during its call has no status.
  return { id, phone_number: phoneNumber, status: leadStatus ?? 'completed', variables };
}

function campaignOf({ campaignId, campaignName }: Call) {
  return campaignId === null ? null : { id: campaignId, name: campaignName ?? '' };
}
