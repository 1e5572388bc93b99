import type { Printout, Row } from '#clients/cli/src/output.ts';
import { timeCell } from '#infra/text/output.ts';
import { toDecimal } from '#shared/accounts/account.ts';
import type { CallDetails } from '#shared/call-life/read-calls.ts';
import { endReasonOf, outcomeOf } from '#shared/calls/call-end.ts';
import type { CallReason } from '#shared/calls/call-reasons.ts';
import type { Call, CallBody, TranscriptTurn } from '#shared/calls/call.ts';
import { lastUrl, type WebhookDelivery } from '#shared/webhooks/webhook.ts';

/** Everything that is stored of a call, as tables. */
export function callPrintout({ call, body, deliveries }: CallDetails): Printout {
  const head = headRow(call, body);
  const costs = costRow(call);
  const turns = (body?.turns ?? []).map(turnRow);
  const variables = body?.variables ?? {};
  const evaluation = body?.evaluation ?? {};
  return {
    json: {
      call: head,
      costs,
      transcript: turns,
      variables,
      evaluation,
      deliveries: deliveries.map((delivery) => ({ ...deliveryRow(delivery), attempts: attemptRows(delivery) })),
    },
    sections: [
      { title: 'Call', record: head },
      { title: 'Costs', record: costs },
      { title: 'Conversation', rows: turns },
      { title: 'Variables', text: formatJson(variables) },
      { title: 'Evaluation', text: formatJson(evaluation) },
      { title: 'Webhooks', rows: deliveries.map(deliveryRow) },
      ...deliveries.map((delivery) => ({ title: `Attempts of ${delivery.id}`, rows: attemptRows(delivery) })),
    ],
  };
}

function headRow(call: Call, body: CallBody | undefined): Row {
  return {
    id: call.id,
    user_id: call.userId,
    type: call.type,
    status: call.status,
    assistant_id: call.assistantId,
    assistant_name: call.assistantName,
    model: body?.model ? `${body.model.name}${body.model.simulated ? ', simulated' : ''}` : null,
    campaign_id: call.campaignId,
    client_phone_number: call.clientPhoneNumber,
    assistant_phone_number: call.assistantPhoneNumber,
    answered_by: call.answeredBy,
    ended_by: call.endedBy,
    outcome: outcomeOf(call),
    end_reason: endReasonOf(call),
    reason: reasonText(body?.reason),
    duration_seconds: call.durationSeconds,
    allowed_seconds: call.allowedSeconds,
    carrier_call_id: call.carrierCallId,
    recording_id: call.recording?.id ?? null,
    recording_stored_at: timeCell(call.recording?.storedAt ?? null),
    created_at: timeCell(call.createdAt),
    claimed_at: timeCell(call.claimedAt),
    answered_at: timeCell(call.answeredAt),
    ended_at: timeCell(call.endedAt),
    updated_at: timeCell(call.updatedAt),
  };
}

/** `carrier sip_486: The line is busy. SIP 486: Busy Here.` */
export function reasonText(reason: CallReason | undefined): string | null {
  return reason ? `${reason.by} ${reason.code}: ${reason.text}` : null;
}

function costRow(call: Call): Row {
  return {
    held: toDecimal(call.hold),
    carrier_cost: toDecimal(call.carrierCost),
    assistant_cost: toDecimal(call.totalCost - call.carrierCost),
    total_cost: toDecimal(call.totalCost),
  };
}

function turnRow(turn: TranscriptTurn): Row {
  return {
    at: timeCell(turn.timestamp),
    speaker: turn.sender === 'bot' ? 'Assistant' : 'Customer',
    text: turn.text,
  };
}

export function deliveryRow(delivery: WebhookDelivery): Row {
  return {
    id: delivery.id,
    event: delivery.event,
    url: lastUrl(delivery),
    status: delivery.status,
    created_at: timeCell(delivery.createdAt),
    next_attempt_at: timeCell(delivery.status === 'pending' ? (delivery.nextAttemptAt ?? null) : null),
  };
}

export function attemptRows(delivery: WebhookDelivery): Row[] {
  return delivery.attempts.map((attempt, index) => ({
    attempt: index + 1,
    at: timeCell(attempt.at),
    url: attempt.url ?? delivery.url,
    status: attempt.status,
    problem: attempt.problem,
    duration_ms: attempt.durationMs,
  }));
}

function formatJson(values: Record<string, unknown>): string {
  return Object.keys(values).length === 0 ? 'none' : JSON.stringify(values, null, 2);
}
