import * as v from 'valibot';
import { MICROS_PER_UNIT, toDecimal, type Micros } from '#shared/accounts/account.ts';
import rateCard from '#shared/catalog/rate-card.json' with { type: 'json' };
import { priceIn } from '#shared/catalog/rate-card.ts';
import { kindOf } from '#shared/destinations/number-kind.ts';
import { toE164 } from '#shared/platform/e164.ts';

const Price = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.finite(), v.minValue(0));

/** What Twilio answers for a country: https://www.twilio.com/docs/voice/pricing */
const VoiceCountry = v.object({
  iso_country: v.string(),
  outbound_prefix_prices: v.array(
    v.object({
      friendly_name: v.optional(v.string(), ''),
      destination_prefixes: v.array(v.pipe(v.string(), v.regex(/^\d+$/))),
      current_price: Price,
    }),
  ),
});
/** https://www.twilio.com/docs/messaging/api/pricing */
const MessagingCountry = v.object({
  iso_country: v.string(),
  outbound_sms_prices: v.array(
    v.object({ carrier: v.optional(v.string(), ''), prices: v.array(v.object({ current_price: Price })) }),
  ),
});

/** The file of an operator: the answers of the carrier, and the day on which they were read. */
export const CarrierPrices = v.object({
  date: v.pipe(v.string(), v.isoDate()),
  voice: v.array(VoiceCountry),
  messaging: v.array(MessagingCountry),
});
export type CarrierPrices = v.InferOutput<typeof CarrierPrices>;

export interface RateRow {
  what: 'minute' | 'segment';
  country: string;
  /** `+4470`; a country of SMS has none. */
  prefix: string;
  name: string;
  carrier: number;
  rateCard: number;
  /** `loss`: the card is below the carrier. `default`: the card has no price of its own. `refused`: not called, whatever it costs. */
  verdict: 'loss' | 'default' | 'covered' | 'refused';
}

type Card = typeof rateCard.carrierPerMinute;

/** One row for each prefix, and for each country of SMS: the carrier's price, and what the rate card charges. */
export function compareRates({ voice, messaging }: CarrierPrices): RateRow[] {
  const calls: RateRow[] = voice.flatMap(({ iso_country: country, outbound_prefix_prices: prices }) =>
    prices.flatMap(({ friendly_name: name, destination_prefixes: prefixes, current_price: carrier }) =>
      prefixes.map((digits) => {
        const prefix = `+${digits}`;
        const price = priceOfPrefix(rateCard.carrierPerMinute, country, prefix);
        const verdict: RateRow['verdict'] = isRefused(prefix) ? 'refused' : verdictOf({ carrier, ...price });
        return { what: 'minute', country, prefix, name, carrier, rateCard: toDecimal(price.charged), verdict };
      }),
    ),
  );
  const texts: RateRow[] = messaging.flatMap(({ iso_country: country, outbound_sms_prices: prices }) =>
    prices.map(({ carrier: name, prices: ofTypes }) => {
      const carrier = Math.max(0, ...ofTypes.map(({ current_price: price }) => price));
      const price = priceOfPrefix(rateCard.smsPerSegment, country, '');
      const rated = toDecimal(price.charged);
      return {
        what: 'segment',
        country,
        prefix: '',
        name,
        carrier,
        rateCard: rated,
        verdict: verdictOf({ carrier, ...price }),
      };
    }),
  );
  return [...calls, ...texts];
}

/** A prefix is no number, so the country is that of the carrier's list. */
function priceOfPrefix(card: Card, country: string, prefix: string): { charged: Micros; isDefault: boolean } {
  const known = new Map(Object.entries(card.countries)).get(country);
  const charged = priceIn({ ...card, countries: {}, default: known ?? card.default }, prefix);
  const isListed = known !== undefined || Object.keys(card.prefixes).some((one) => prefix.startsWith(one));
  return { charged, isDefault: !isListed };
}

function verdictOf({
  carrier,
  charged,
  isDefault,
}: {
  carrier: number;
  charged: Micros;
  isDefault: boolean;
}): RateRow['verdict'] {
  if (Math.round(carrier * MICROS_PER_UNIT) > charged) return 'loss';
  return isDefault ? 'default' : 'covered';
}

const FILLERS = ['234567892345678', '000000000000000', '555555555555555'];

/** Of the numbers that are tried behind the prefix, those that a country has are all of a kind that is refused. */
function isRefused(prefix: string): boolean {
  const numbers = FILLERS.flatMap((digits) =>
    Array.from(digits, (_, length) => toE164(`${prefix}${digits.slice(0, length)}`) ?? []).flat(),
  );
  return numbers.length > 0 && numbers.every((number) => kindOf(number) !== undefined);
}

/** What an operator has to look at: losses first, then what has no price of its own. */
export function ratesReport(date: string, rows: readonly RateRow[]): string {
  const titles = [
    ['loss', 'The carrier charges more than the rate card'],
    ['default', 'The rate card has no price of its own, and charges its default'],
  ] as const;
  const parts = titles.flatMap(([verdict, title]) => {
    const found = rows.filter((row) => row.verdict === verdict).toSorted((one, other) => other.carrier - one.carrier);
    return found.length === 0 ? [] : [`${title}:`, ...found.map(lineOf), ''];
  });
  const countOf = (verdict: RateRow['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const summary = `${countOf('covered')} covered, ${countOf('loss')} at a loss, ${countOf('default')} by default, ${countOf('refused')} refused by kind`;
  return [...parts, `Prices of ${date}: ${summary}`].join('\n');
}

function lineOf({ what, country, prefix, name, carrier, rateCard: charged }: RateRow): string {
  return `  ${country} ${prefix.padEnd(10)} carrier ${carrier.toFixed(4)}, card ${charged.toFixed(4)} a ${what}  ${name}`.trimEnd();
}
