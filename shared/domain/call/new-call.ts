import type { Micros } from '#shared/domain/account/money.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { affordableSeconds, holdFor, type CallRates } from '#shared/domain/call/call-cost.ts';
import type { Call, CallType } from '#shared/domain/call/call.ts';
import { recordIdTime } from '#shared/domain/ids/record-id.ts';

export interface NewCall {
  callId: number;
  type: CallType;
  assistant: Assistant;
  /** E.164 */
  clientPhoneNumber: string;
  /** E.164 */
  assistantPhoneNumber: string;
  /** What the user's wallet has free. */
  available: Micros;
  rates: CallRates;
  reservationToken?: string | undefined;
}

/** A call before anything has happened in it. Undefined: the free balance does not pay for the shortest call. */
export function newCall(request: NewCall): Call | undefined {
  const { callId, type, assistant, clientPhoneNumber, assistantPhoneNumber, available, rates, reservationToken } =
    request;
  const seconds = affordableSeconds(available, assistant.maxDuration, rates);
  if (seconds === undefined) return undefined;
  const createdAt = recordIdTime(callId);
  return {
    id: callId,
    userId: assistant.userId,
    type,
    status: 'initiated',
    assistantId: assistant.id,
    assistantName: assistant.name,
    campaignId: null,
    campaignName: null,
    clientPhoneNumber,
    assistantPhoneNumber,
    answeredBy: 'unknown',
    durationSeconds: 0,
    carrierCost: 0,
    totalCost: 0,
    hold: holdFor(seconds, rates),
    allowedSeconds: seconds,
    claimedAt: null,
    carrierCallId: null,
    answeredAt: null,
    endedAt: null,
    endedBy: null,
    connectionId: null,
    recording: null,
    createdAt,
    updatedAt: createdAt,
    ...(assistant.mode === 'multimodal' && { mode: assistant.mode }),
    ...(reservationToken !== undefined && { reservationToken }),
  };
}
