import type { Micros } from '#shared/accounts/account.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call, CallConfiguration, CallType } from '#shared/calls/call.ts';
import { recordIdTime } from '#shared/platform/ids.ts';

/** The rates of one destination. */
export interface CallRates {
  aiPerSecond: Micros;
  /** The minimum number of assistant seconds that an answered call is charged for. */
  aiMinimumSeconds: number;
  /** Per started minute. */
  carrierPerMinute: Micros;
}

export interface CallCost {
  aiCost: Micros;
  carrierCost: Micros;
  totalCost: Micros;
}

/** The shortest duration that a call is made for, unless the assistant's maximum is shorter. */
const LEAST_ALLOWED_SECONDS = 60;

/** The cost of a call. An unanswered call is free; an answered call costs at least one minute of the carrier. */
export function callCost(call: { durationSeconds: number; wasAnswered: boolean; rates: CallRates }): CallCost {
  if (!call.wasAnswered) return { aiCost: 0, carrierCost: 0, totalCost: 0 };
  const { aiPerSecond, aiMinimumSeconds, carrierPerMinute } = call.rates;
  const seconds = Math.max(0, Math.ceil(call.durationSeconds));
  const aiCost = aiPerSecond * Math.max(aiMinimumSeconds, seconds);
  const carrierCost = carrierPerMinute * Math.max(1, Math.ceil(seconds / 60));
  return { aiCost, carrierCost, totalCost: aiCost + carrierCost };
}

/** Limits the cost to the hold. If the carrier ends a call late, the excess is not charged. */
export function capCost(cost: CallCost, hold: Micros): CallCost {
  const totalCost = Math.min(cost.totalCost, hold);
  const carrierCost = Math.min(cost.carrierCost, totalCost);
  return { aiCost: totalCost - carrierCost, carrierCost, totalCost };
}

/** The money to hold for a call of at most `seconds`. No such call costs more. */
export function holdFor(seconds: number, rates: CallRates): Micros {
  return callCost({ durationSeconds: seconds, wasAnswered: true, rates }).totalCost;
}

/**
 * The time limit of a call in seconds: the smaller of the assistant's maximum and the duration that `available` pays for.
 * Undefined if that is less than a minute, or less than a maximum that is itself shorter than a minute.
 */
export function affordableSeconds(available: Micros, maxDuration: number, rates: CallRates): number | undefined {
  // The cost never decreases with the duration, so a binary search finds the longest affordable one.
  let affordable = 0;
  let tooLong = maxDuration + 1;
  while (tooLong - affordable > 1) {
    const middle = Math.floor((affordable + tooLong) / 2);
    if (holdFor(middle, rates) <= available) affordable = middle;
    else tooLong = middle;
  }
  return affordable < Math.min(LEAST_ALLOWED_SECONDS, maxDuration) ? undefined : affordable;
}

/** What a call is made with. @param variables with those of the assistant: storing both could exceed the size of one item */
export function configureCall(assistant: Assistant, variables: Record<string, unknown>): CallConfiguration {
  return { assistant: { ...assistant, variables: {} }, variables };
}

export interface NewCall {
  callId: number;
  type: CallType;
  assistant: Assistant;
  /** E.164 */
  clientPhoneNumber: string;
  /** E.164 */
  assistantPhoneNumber: string;
  carrierAccount: string;
  /** The available balance of the user's wallet. */
  available: Micros;
  rates: CallRates;
  reservationToken?: string | undefined;
  /** How long the call may wait for the carrier, in milliseconds. */
  expiresInMs?: number | undefined;
}

/** A new call with status `initiated`. Undefined: the available balance does not pay for the shortest call. */
export function newCall(request: NewCall): Call | undefined {
  const { callId, type, assistant, clientPhoneNumber, assistantPhoneNumber, carrierAccount, available, rates } =
    request;
  const { reservationToken, expiresInMs } = request;
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
    carrierAccount,
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
    ...(expiresInMs !== undefined && { dialBefore: createdAt + expiresInMs }),
  };
}
