import type { LedgerEntry } from '#shared/accounts/account.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { callCost, capCost, type CallCost } from '#shared/calls/call-cost.ts';
import { decideOutcome, decideReason, type ConversationResult, type EvaluatedResult } from '#shared/calls/call-end.ts';
import { decideFinalStatus, type Call, type CallKey } from '#shared/calls/call.ts';
import type { Transfer } from '#shared/calls/transfer.ts';
import { ratesOfCall } from '#shared/catalog/rate-card.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import { createRecordingSecret } from '#shared/recordings/recording.ts';

export function resultOf(
  call: Call,
  assistant: Assistant,
  told: ConversationResult & EvaluatedResult & { transfers?: readonly Transfer[] },
) {
  const { carrierCost, totalCost } = costOf(call, told.transfers ?? []);
  const status = call.status === 'ended' ? decideFinalStatus(call) : call.status;
  const isTransferred = call.reason === undefined && told.transfers?.some(({ bridgedAt }) => bridgedAt !== undefined);
  const reason = isTransferred ? 'transferred' : decideReason({ ...call, status }, told);
  const outcome = decideOutcome({ ...call, status, reason }, told);
  const recording = wasRecorded(call, assistant) ? { recordingSecret: createRecordingSecret() } : {};
  return { status, reason, outcome, carrierCost, totalCost, ...recording };
}

function costOf(call: Call, transfers: readonly Transfer[]): CallCost {
  const wasAnswered = call.status === 'ended' && (call.answeredAt !== null || call.durationSeconds > 0);
  const { durationSeconds } = call;
  const legCosts = transfers.reduce((sum, { cost = 0 }) => sum + cost, 0);
  const aiSeconds = transfers.find(({ bridgedAfter }) => bridgedAfter !== undefined)?.bridgedAfter;
  return capCost(callCost({ durationSeconds, wasAnswered, rates: ratesOfCall(call), aiSeconds, legCosts }), call.hold);
}

export function ledgerEntry({ userId, callId }: CallKey, cost: number, createdAt: number, ids: IdSource): LedgerEntry {
  return { id: ids.recordId(), userId, amount: -cost, kind: 'call', reference: String(callId), createdAt };
}

/** The carrier may report later that it made none. */
function wasRecorded({ answeredAt, recordingAbsentAt }: Call, { record }: Assistant): boolean {
  return record && answeredAt !== null && recordingAbsentAt === undefined;
}
