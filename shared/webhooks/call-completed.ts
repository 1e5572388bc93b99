import * as v from 'valibot';
import { toDecimal } from '#shared/accounts/account.ts';
import { endReasonOf } from '#shared/calls/call-end.ts';
import { callTypes } from '#shared/calls/call-items.ts';
import { CallLatency, parseLatency } from '#shared/calls/call-latency.ts';
import { callOutcomes, CallReason, endReasons } from '#shared/calls/call-reasons.ts';
import { callStatuses } from '#shared/calls/call-status.ts';
import { type Call, type CalledLead, type CallBody, type TranscriptTurn } from '#shared/calls/call.ts';
import { leadStatuses } from '#shared/calls/called-lead.ts';
import { toolCallRecords, toToolCalls } from '#shared/calls/tool-call-record.ts';
import { toTransfers, transferRecords } from '#shared/calls/transfer-record.ts';
import { CallModel } from '#shared/catalog/models.ts';
import { transcriptText } from '#shared/conversations/transcript.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import {
  CampaignName,
  isoTime,
  keyValues,
  money,
  phoneNumberText,
  plainText,
  recordId,
  urlText,
  visitorVariableNames,
  wholeNumber,
} from '#shared/platform/http/record-fields.ts';
import { webhookEvents, type WebhookEvent } from '#shared/webhooks/webhook.ts';

export const CallCompletedPayload = v.pipe(
  v.object({
    event: v.picklist(webhookEvents),
    test: v.optional(
      v.pipe(
        v.literal(true),
        v.description('The field is present only in test events, which have no call behind them.'),
      ),
    ),
    id: recordId(),
    type: v.picklist(callTypes),
    status: v.pipe(v.picklist(callStatuses), v.examples(['ended_by_customer'])),
    outcome: v.optional(
      v.pipe(
        v.picklist(callOutcomes),
        v.description(
          'The outcome of the call. If an older release settled the call, this field and `reason` are absent.',
        ),
      ),
    ),
    end_reason: v.nullable(v.picklist(endReasons)),
    reason: v.optional(
      v.pipe(v.nullable(CallReason), v.description('The cause of the end of the call, or null if it is not known.')),
    ),
    customer_phone: plainText('+12025550100'),
    assistant_phone: plainText('+12025550199'),
    assistant_id: recordId(),
    assistant_name: plainText('Reception'),
    duration: v.pipe(wholeNumber(42), v.minValue(0), v.description('The duration of the call, in seconds.')),
    extracted_variables: v.pipe(
      v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
      v.description(
        'The evaluation, with one key for each item of the post-call schema. A value is null if the conversation does not contain it.',
      ),
      v.examples([{ status: true, summary: 'The customer confirmed the appointment.' }]),
    ),
    input_variables: keyValues({ customer_name: 'Ada' }),
    visitor_variables: v.optional(visitorVariableNames()),
    transcript: plainText('Assistant: Hello Ada, do you have a minute?\nCustomer: Yes, I do.'),
    latency: v.nullable(CallLatency),
    model: v.optional(
      v.pipe(
        v.nullable(CallModel),
        v.description(
          'The model that answered, or null if none did. If an older release settled the call, the field is absent.',
        ),
      ),
    ),
    transcript_turns: v.array(
      v.pipe(
        v.object({
          sender: v.picklist(['bot', 'human']),
          text: plainText('Hello Ada, do you have a minute?'),
          timestamp: isoTime(),
        }),
        v.title('TranscriptTurn'),
      ),
    ),
    tool_calls: toolCallRecords(),
    transfers: transferRecords(),
    recording_url: v.optional(urlText(`https://api.example.com/api/recordings/1.123456789012345.${'x'.repeat(43)}`)),
    carrier_cost: money(0.014),
    total_cost: money(0.114),
    answered_by: v.picklist(['human', 'machine', 'unknown']),
    created_at: isoTime(),
    finished_at: isoTime(),
    /** As of the call's start; `status` is its status after the call. */
    lead: v.nullable(
      v.pipe(
        v.object({
          id: recordId(),
          phone_number: phoneNumberText('+12025550100'),
          status: v.pipe(v.picklist(leadStatuses), v.examples(['completed'])),
          variables: keyValues({ customer_name: 'Ada' }),
        }),
        v.title('CalledLead'),
      ),
    ),
    campaign: v.nullable(CampaignName),
  }),
  v.title('CallCompletedPayload'),
);

export type CallCompletedPayload = v.InferOutput<typeof CallCompletedPayload>;

interface CallCompleted {
  event: WebhookEvent;
  /** Final and settled. */
  call: Call;
  body: CallBody;
  /** Null if not recorded, or not part of the assistant's webhooks. */
  recordingUrl: string | null;
  lead?: CalledLead | undefined;
}

/** Only of what no longer changes after the settlement. `updatedAt` does, when a recording arrives. */
export function callCompletedPayload({ event, call, body, recordingUrl, lead }: CallCompleted): CallCompletedPayload {
  return {
    event,
    id: call.id,
    type: call.type,
    status: call.status,
    ...(call.outcome && { outcome: call.outcome }),
    end_reason: endReasonOf(call),
    ...(call.outcome && { reason: body.reason ?? null }),
    customer_phone: call.clientPhoneNumber,
    assistant_phone: call.assistantPhoneNumber,
    assistant_id: call.assistantId,
    assistant_name: call.assistantName,
    duration: call.durationSeconds,
    extracted_variables: body.evaluation,
    input_variables: body.variables,
    ...(body.visitorVariables && { visitor_variables: body.visitorVariables }),
    transcript: transcriptText(body.turns),
    latency: parseLatency(call.latency),
    ...(body.model !== undefined && { model: body.model }),
    transcript_turns: body.turns.map(publicTurn),
    tool_calls: toToolCalls(body),
    transfers: toTransfers(body.transfers),
    ...(recordingUrl === null ? {} : { recording_url: recordingUrl }),
    carrier_cost: toDecimal(call.carrierCost),
    total_cost: toDecimal(call.totalCost),
    answered_by: call.answeredBy,
    created_at: toIsoMicroseconds(call.createdAt),
    finished_at: toIsoMicroseconds(call.endedAt ?? call.createdAt),
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
