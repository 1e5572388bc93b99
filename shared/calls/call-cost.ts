import type { CallRates } from '#shared/catalog/rate-card.ts';
import type { Micros } from '#shared/accounts/account.ts';

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
