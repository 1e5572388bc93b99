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
const inboundPrices = new Map(Object.entries(inboundPerMinute.countries));

/** In micro-units. */
interface PriceList {
  /** For all that has no price of its own. */
  default: Micros;
  countries: Readonly<Record<string, Micros>>;
  /** Of numbers that begin so, such as `+4470`: the longest prefix wins, before the country. */
  prefixes: Readonly<Record<string, Micros>>;
}

export function priceIn({ default: other, countries, prefixes }: PriceList, phoneNumber: string): Micros {
  const longest = Object.keys(prefixes)
    .filter((prefix) => phoneNumber.startsWith(prefix))
    .reduce((found, prefix) => (prefix.length > found.length ? prefix : found), '');
  const price = prefixes[longest];
  return price ?? new Map(Object.entries(countries)).get(countryCode(phoneNumber)) ?? other;
}

/** The minimal phone metadata confuses countries that share a calling code: the card has the same rates for them. */
export function ratesFor(phoneNumber: string): CallRates {
  return {
    aiPerSecond,
    aiMinimumSeconds,
    carrierPerMinute: priceIn(carrierPerMinute, phoneNumber),
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
  return priceIn(smsPerSegment, phoneNumber);
}

function countryCode(phoneNumber: string): string {
  return countryOf(phoneNumber) ?? '';
}
