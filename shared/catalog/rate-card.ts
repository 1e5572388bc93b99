import type { Micros } from '#shared/accounts/account.ts';
import rateCard from '#shared/catalog/rate-card.json' with { type: 'json' };
import { countryOf } from '#shared/platform/e164.ts';

/** In micro-units. */
export interface CallRates {
  aiPerSecond: Micros;
  aiMinimumSeconds: number;
  /** Per started minute. */
  carrierPerMinute: Micros;
}

const { aiPerSecond, aiMinimumSeconds, carrierPerMinute, inboundPerMinute, webPerMinute, smsPerSegment } = rateCard;
const minutePrices = new Map(Object.entries(carrierPerMinute.countries));
const inboundPrices = new Map(Object.entries(inboundPerMinute.countries));
const segmentPrices = new Map(Object.entries(smsPerSegment.countries));

/** The minimal phone metadata confuses countries that share a calling code: the card has the same rates for them. */
export function ratesFor(phoneNumber: string): CallRates {
  return {
    aiPerSecond,
    aiMinimumSeconds,
    carrierPerMinute: minutePrices.get(countryCode(phoneNumber)) ?? carrierPerMinute.default,
  };
}

/** The carrier charges by the called number, so the caller makes no difference. */
export function inboundRatesFor(phoneNumber: string): CallRates {
  const perMinute = inboundPrices.get(countryCode(phoneNumber)) ?? inboundPerMinute.default;
  return { aiPerSecond, aiMinimumSeconds, carrierPerMinute: perMinute };
}

export function webRates(): CallRates {
  return { aiPerSecond, aiMinimumSeconds, carrierPerMinute: webPerMinute };
}

interface RatedCall {
  type: 'inbound' | 'outbound' | 'web';
  clientPhoneNumber: string;
  assistantPhoneNumber: string;
  carrierPerMinute?: Micros | undefined;
}

export function ratesOfCall(call: RatedCall): CallRates {
  if (call.type === 'web') return webRates();
  if (call.type === 'inbound') return inboundRatesFor(call.assistantPhoneNumber);
  const { carrierPerMinute: own } = call;
  return { ...ratesFor(call.clientPhoneNumber), ...(own !== undefined && { carrierPerMinute: own }) };
}

/** In micro-units. */
export function segmentPriceFor(phoneNumber: string): Micros {
  return segmentPrices.get(countryCode(phoneNumber)) ?? smsPerSegment.default;
}

function countryCode(phoneNumber: string): string {
  return countryOf(phoneNumber) ?? '';
}
