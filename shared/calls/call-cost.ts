import type { Micros } from '#shared/accounts/money.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call, CallType } from '#shared/calls/call.ts';
import { recordIdTime } from '#shared/platform/ids.ts';

/** What a call to one destination costs. */
export interface CallRates {
  aiPerSecond: Micros;
  /** Every answered call pays for at least so many seconds of the assistant. */
  aiMinimumSeconds: number;
  /** For each started minute. */
  carrierPerMinute: Micros;
}

export interface CallCost {
  aiCost: Micros;
  carrierCost: Micros;
  totalCost: Micros;
}

/** The shortest call that is worth dialling, unless the assistant's own maximum is shorter. */
const LEAST_ALLOWED_SECONDS = 60;

/** The cost of a call. An unanswered one costs nothing; an answered one at least a minute of the line. */
export function callCost(call: { durationSeconds: number; wasAnswered: boolean; rates: CallRates }): CallCost {
  if (!call.wasAnswered) return { aiCost: 0, carrierCost: 0, totalCost: 0 };
  const { aiPerSecond, aiMinimumSeconds, carrierPerMinute } = call.rates;
  const seconds = Math.max(0, Math.ceil(call.durationSeconds));
  const aiCost = aiPerSecond * Math.max(aiMinimumSeconds, seconds);
  const carrierCost = carrierPerMinute * Math.max(1, Math.ceil(seconds / 60));
  return { aiCost, carrierCost, totalCost: aiCost + carrierCost };
}

/** The same cost, but never more than was held: a line that the carrier cuts late is on the house. */
export function capCost(cost: CallCost, hold: Micros): CallCost {
  const totalCost = Math.min(cost.totalCost, hold);
  const carrierCost = Math.min(cost.carrierCost, totalCost);
  return { aiCost: totalCost - carrierCost, carrierCost, totalCost };
}

/** The money to hold for a call of at most so many seconds; no such call costs more. */
export function holdFor(seconds: number, rates: CallRates): Micros {
  return callCost({ durationSeconds: seconds, wasAnswered: true, rates }).totalCost;
}

/**
 * The time limit of a call: the smaller of the assistant's maximum and what `available` pays for.
 * Undefined when that is less than a minute, or than the whole of a shorter maximum.
 */
export function affordableSeconds(available: Micros, maxDuration: number, rates: CallRates): number | undefined {
  // The cost never falls as the call gets longer, so the longest affordable one is found by halving.
  let affordable = 0;
  let tooLong = maxDuration + 1;
  while (tooLong - affordable > 1) {
    const middle = Math.floor((affordable + tooLong) / 2);
    if (holdFor(middle, rates) <= available) affordable = middle;
    else tooLong = middle;
  }
  return affordable < Math.min(LEAST_ALLOWED_SECONDS, maxDuration) ? undefined : affordable;
}

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
