import rateCard from '#shared/catalog/rate-card.json' with { type: 'json' };
import type { Micros } from '#shared/domain/account/money.ts';
import type { CallRates } from '#shared/domain/call/call-cost.ts';
import { countryOf } from '#shared/domain/phone-number/country-of.ts';

const { aiPerSecond, aiMinimumSeconds, carrierPerMinute, smsPerSegment } = rateCard;
const minutePrices = new Map(Object.entries(carrierPerMinute.countries));
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

/** The price of one SMS segment to an E.164 number. */
export function segmentPriceFor(phoneNumber: string): Micros {
  return segmentPrices.get(countryCode(phoneNumber)) ?? smsPerSegment.default;
}

function countryCode(phoneNumber: string): string {
  return countryOf(phoneNumber) ?? '';
}
