import type { Micros } from '#shared/accounts/money.ts';
import type { CallRates } from '#shared/calls/call-cost.ts';
import type { Call } from '#shared/calls/call.ts';
import rateCard from '#shared/catalog/rate-card.json' with { type: 'json' };
import { countryOf } from '#shared/platform/e164.ts';

const { aiPerSecond, aiMinimumSeconds, carrierPerMinute, inboundPerMinute, smsPerSegment } = rateCard;
const minutePrices = new Map(Object.entries(carrierPerMinute.countries));
const inboundPrices = new Map(Object.entries(inboundPerMinute.countries));
const segmentPrices = new Map(Object.entries(smsPerSegment.countries));

/**
 * The rates of a call to an E.164 number, in micro-units. The smallest metadata takes some numbers of a calling code that
 * several countries share for its smaller ones (a British mobile for one of Guernsey), so the card lists those together.
 */
export function ratesFor(phoneNumber: string): CallRates {
  return {
    aiPerSecond,
    aiMinimumSeconds,
    carrierPerMinute: minutePrices.get(countryCode(phoneNumber)) ?? carrierPerMinute.default,
  };
}

/**
 * The rates of a call that comes in on an E.164 number of a user. The carrier charges by the number that is called, so who
 * calls, from where, and whether that is known, makes no difference.
 */
export function inboundRatesFor(phoneNumber: string): CallRates {
  const perMinute = inboundPrices.get(countryCode(phoneNumber)) ?? inboundPerMinute.default;
  return { aiPerSecond, aiMinimumSeconds, carrierPerMinute: perMinute };
}

/** The rates of a call, by the number that was called. */
export function ratesOfCall(call: Pick<Call, 'type' | 'clientPhoneNumber' | 'assistantPhoneNumber'>): CallRates {
  return call.type === 'inbound' ? inboundRatesFor(call.assistantPhoneNumber) : ratesFor(call.clientPhoneNumber);
}

/** The price of one SMS segment to an E.164 number. */
export function segmentPriceFor(phoneNumber: string): Micros {
  return segmentPrices.get(countryCode(phoneNumber)) ?? smsPerSegment.default;
}

function countryCode(phoneNumber: string): string {
  return countryOf(phoneNumber) ?? '';
}
