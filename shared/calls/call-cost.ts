import type { Micros } from '#shared/accounts/account.ts';
import type { CallRates } from '#shared/catalog/rate-card.ts';

export interface CallCost {
  aiCost: Micros;
  carrierCost: Micros;
  totalCost: Micros;
}

const LEAST_ALLOWED_SECONDS = 60;

interface CostedCall {
  durationSeconds: number;
  wasAnswered: boolean;
  rates: CallRates;
  /** The part in which the assistant talked, if a human has taken over. */
  aiSeconds?: number | undefined;
  /** Of the humans who were called for the customer. */
  legCosts?: Micros;
}

/** An answered call costs at least one minute of the carrier. */
export function callCost({ durationSeconds, wasAnswered, rates, aiSeconds, legCosts = 0 }: CostedCall): CallCost {
  if (!wasAnswered) return { aiCost: 0, carrierCost: 0, totalCost: 0 };
  const { aiPerSecond, aiMinimumSeconds, carrierPerMinute } = rates;
  const seconds = Math.max(0, Math.ceil(durationSeconds));
  const aiCost = aiPerSecond * Math.max(aiMinimumSeconds, Math.min(seconds, Math.ceil(aiSeconds ?? seconds)));
  const carrierCost = carrierPerMinute * Math.max(1, Math.ceil(seconds / 60)) + legCosts;
  return { aiCost, carrierCost, totalCost: aiCost + carrierCost };
}

/** The excess of a call that the carrier ends late is not charged. */
export function capCost(cost: CallCost, hold: Micros): CallCost {
  const totalCost = Math.min(cost.totalCost, hold);
  const carrierCost = Math.min(cost.carrierCost, totalCost);
  return { aiCost: totalCost - carrierCost, carrierCost, totalCost };
}

/** No call of at most `seconds` costs more. */
export function holdFor(seconds: number, rates: CallRates): Micros {
  return callCost({ durationSeconds: seconds, wasAnswered: true, rates }).totalCost;
}

/** In seconds; undefined if less than a minute, or than the assistant's maximum if that is shorter. */
export function affordableSeconds(available: Micros, maxDuration: number, rates: CallRates): number | undefined {
  // The cost never decreases with the duration.
  let affordable = 0;
  let tooLong = maxDuration + 1;
  while (tooLong - affordable > 1) {
    const middle = Math.floor((affordable + tooLong) / 2);
    if (holdFor(middle, rates) <= available) affordable = middle;
    else tooLong = middle;
  }
  return affordable < Math.min(LEAST_ALLOWED_SECONDS, maxDuration) ? undefined : affordable;
}
