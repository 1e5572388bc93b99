import { toDecimal } from '#shared/domain/account/money.ts';
import type { AnsweredBy, Call, CallBody, CallType } from '#shared/domain/call/call.ts';
import type { CallStatus } from '#shared/domain/call/call-status.ts';
import { transcriptText } from '#shared/domain/call/transcript-text.ts';
import { toPlainTime } from '#shared/domain/time/format-time.ts';

/** A call as the API shows it. */
export interface CallRecord {
  id: number;
  assistant_name: string;
  /** Only for calls of a campaign. */
  campaign_name?: string;
  type: CallType;
  duration: number;
  assistant_phone_number: string;
  client_phone_number: string;
  status: CallStatus;
  transcript: string;
  variables: Record<string, unknown>;
  evaluation: Record<string, unknown>;
  webhook_response: Record<string, unknown>;
  carrier_cost: number;
  total_cost: number;
  answered_by: AnsweredBy;
  /** Only where there is a recording. */
  recording_url?: string;
  created_at: string;
  updated_at: string;
}

export function toCallRecord(call: Call, body: CallBody, recordingUrl: string | null): CallRecord {
  return {
    id: call.id,
    assistant_name: call.assistantName,
    ...(call.campaignName === null ? {} : { campaign_name: call.campaignName }),
    type: call.type,
    duration: call.durationSeconds,
    assistant_phone_number: call.assistantPhoneNumber,
    client_phone_number: call.clientPhoneNumber,
    status: call.status,
    transcript: transcriptText(body.turns),
    variables: body.variables,
    evaluation: body.evaluation,
    webhook_response: webhookResponseRecord(body),
    carrier_cost: toDecimal(call.carrierCost),
    total_cost: toDecimal(call.totalCost),
    answered_by: call.answeredBy,
    ...(recordingUrl === null ? {} : { recording_url: recordingUrl }),
    created_at: toPlainTime(call.createdAt),
    updated_at: toPlainTime(call.updatedAt),
  };
}

function webhookResponseRecord({ webhookResponse }: CallBody): Record<string, unknown> {
  if (webhookResponse === null) return {};
  const { status, body, attempts, deliveredAt } = webhookResponse;
  return { status, body, attempts, delivered_at: deliveredAt === null ? null : toPlainTime(deliveredAt) };
}
