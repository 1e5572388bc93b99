import type { Micros } from '#shared/accounts/account.ts';
import rateCard from '#shared/catalog/rate-card.json' with { type: 'json' };
import { countryOf } from '#shared/platform/e164.ts';

/** The rates of one destination. */
export interface CallRates {
  aiPerSecond: Micros;
  /** The minimum number of assistant seconds that an answered call is charged for. */
  aiMinimumSeconds: number;
  /** Per started minute. */
  carrierPerMinute: Micros;
}

const { aiPerSecond, aiMinimumSeconds, carrierPerMinute, inboundPerMinute, webPerMinute, smsPerSegment } = rateCard;
const minutePrices = new Map(Object.entries(carrierPerMinute.countries));
const inboundPrices = new Map(Object.entries(inboundPerMinute.countries));
const segmentPrices = new Map(Object.entries(smsPerSegment.countries));

/**
 * Returns the rates of a call to an E.164 number, in micro-units. The minimal phone metadata may confuse countries that share
 * a calling code (a British mobile number with one of Guernsey), so the card has the same rates for them.
 */
export function ratesFor(phoneNumber: string): CallRates {
  return {
    aiPerSecond,
    aiMinimumSeconds,
    carrierPerMinute: minutePrices.get(countryCode(phoneNumber)) ?? carrierPerMinute.default,
  };
}

/**
 * Returns the rates of an inbound call to an E.164 number of a user, in micro-units. The carrier charges by the called
 * number, so the caller makes no difference.
 */
export function inboundRatesFor(phoneNumber: string): CallRates {
  const perMinute = inboundPrices.get(countryCode(phoneNumber)) ?? inboundPerMinute.default;
  return { aiPerSecond, aiMinimumSeconds, carrierPerMinute: perMinute };
}

/** Returns the rates of a web call, in micro-units: the same for every country. */
export function webRates(): CallRates {
  return { aiPerSecond, aiMinimumSeconds, carrierPerMinute: webPerMinute };
}

interface RatedCall {
  type: 'inbound' | 'outbound' | 'web';
  clientPhoneNumber: string;
  assistantPhoneNumber: string;
}

/** Returns the rates of a call, by the called number. */
export function ratesOfCall(call: RatedCall): CallRates {
  if (call.type === 'web') return webRates();
  return call.type === 'inbound' ? inboundRatesFor(call.assistantPhoneNumber) : ratesFor(call.clientPhoneNumber);
}

/** Returns the price of one SMS segment to an E.164 number, in micro-units. */
export function segmentPriceFor(phoneNumber: string): Micros {
  return segmentPrices.get(countryCode(phoneNumber)) ?? smsPerSegment.default;
}

function countryCode(phoneNumber: string): string {
  return countryOf(phoneNumber) ?? '';
}
