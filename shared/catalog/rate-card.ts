import parsePhoneNumber from 'libphonenumber-js/min';
import rateCard from '#shared/catalog/rate-card.json' with { type: 'json' };
import type { CallRates } from '#shared/domain/call/call-cost.ts';

const { aiPerSecond, aiMinimumSeconds, carrierPerMinute } = rateCard;
const byCountry = new Map(Object.entries(carrierPerMinute.countries));

/**
 * The rates of a call to an E.164 number, in micro-units. The smallest metadata takes some numbers of a calling code that
 * several countries share for its smaller ones (a British mobile for one of Guernsey), so the card lists those together.
 */
export function ratesFor(phoneNumber: string): CallRates {
  const country = parsePhoneNumber(phoneNumber)?.country ?? '';
  return {
    aiPerSecond,
    aiMinimumSeconds,
    carrierPerMinute: byCountry.get(country) ?? carrierPerMinute.default,
  };
}
