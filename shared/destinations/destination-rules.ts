import { MICROS_PER_UNIT, type Micros } from '#shared/accounts/account.ts';
import { ratesFor, segmentPriceFor, type CallRates } from '#shared/catalog/rate-card.ts';
import { kindOf, numberKinds, type NumberKind } from '#shared/destinations/number-kind.ts';
import { countryOf } from '#shared/platform/e164.ts';
import type { DestinationSettings } from '#shared/platform/environment.ts';
import { fillSentence, type FieldErrors } from '#shared/platform/errors.ts';

/** What a number is reached for. */
export type Use = 'called' | 'texted';

interface Prices {
  perMinute?: Micros | undefined;
  perSegment?: Micros | undefined;
}

/** Where calls and SMS of a stage may go. */
export interface DestinationRules {
  /** Undefined: all. */
  countries: ReadonlySet<string> | undefined;
  /** The kinds that are called, or texted, at these prices. All others are refused. */
  kinds: ReadonlyMap<NumberKind, Prices>;
  /** What a user may spend in 24 hours on destinations above an ordinary price. */
  expensivePerDay: Micros;
}

const EXPENSIVE_PER_DAY = 5 * MICROS_PER_UNIT;

/** 0.20 a minute or a segment. The rate card has no listed country above it; what it does not list costs more. */
const ORDINARY_PRICE: Micros = MICROS_PER_UNIT / 5;

export const isExpensive = (price: Micros): boolean => price > ORDINARY_PRICE;

/** @throws Error for a kind that does not exist */
export function destinationRules(settings: DestinationSettings = {}): DestinationRules {
  const { countries, kinds = {}, expensivePerDay } = settings;
  const allowed = Object.entries(kinds).map(([name, { perMinute, perSegment }]) => {
    const kind = numberKinds.find((one) => one === name);
    if (!kind) throw new Error(`there is no kind of numbers ${name}: there are ${numberKinds.join(', ')}`);
    return [kind, { perMinute: inMicros(perMinute), perSegment: inMicros(perSegment) }] as const;
  });
  return {
    countries: countries && new Set(countries),
    kinds: new Map(allowed),
    expensivePerDay: inMicros(expensivePerDay) ?? EXPENSIVE_PER_DAY,
  };
}

function inMicros(amount: number | undefined): Micros | undefined {
  return amount === undefined ? undefined : Math.round(amount * MICROS_PER_UNIT);
}

const kindRefused = (kind: NumberKind, use: Use) => `The {f} is of a kind that is not ${use}: ${kind}.`;
const countryRefused = (country: string, use: Use) => `The {f} is in a country that is not ${use}: ${country}.`;

/** Why the number is not called or texted, as a sentence about a field. @param countries those of the user; null: all */
export function refusalOf(
  e164: string,
  use: Use,
  { rules, countries = null }: { rules: DestinationRules; countries?: readonly string[] | null },
): string | undefined {
  const refused = refusedKind(e164, use, rules);
  if (refused !== undefined) return kindRefused(refused, use);
  const kind = kindOf(e164);
  const country = countryOf(e164);
  // A network without a country is allowed by its kind.
  if (country === undefined && kind !== undefined) return undefined;
  const isAllowed = [rules.countries, countries && new Set(countries)].every(
    (allowed) => !allowed || (country !== undefined && allowed.has(country)),
  );
  return isAllowed ? undefined : countryRefused(country ?? 'none', use);
}

export function refusedKind(e164: string, use: Use, rules: DestinationRules): NumberKind | undefined {
  const kind = kindOf(e164);
  return kind !== undefined && priceOfKind(kind, use, rules) === undefined ? kind : undefined;
}

/** The refusals of a number, and of its secondary ones, by the fields of a lead. */
export function refusedNumbers(
  main: string | undefined,
  contacts: ReadonlyArray<string | undefined>,
  rules: DestinationRules,
): FieldErrors {
  const fields = [
    ['phone_number', main] as const,
    ...contacts.map((number, index) => [contactField(index), number] as const),
  ];
  const errors = fields.flatMap(([field, number]) => {
    const sentence = number === undefined ? undefined : refusalOf(number, 'called', { rules });
    return sentence === undefined ? [] : [{ field, sentence: fillSentence(sentence, field) }];
  });
  return Object.fromEntries(errors.map(({ field, sentence }) => [field, [sentence]]));
}

const contactField = (index: number) => `secondary_contacts.${index}.phone_number`;

function priceOfKind(kind: NumberKind, use: Use, { kinds }: DestinationRules): Micros | undefined {
  return kinds.get(kind)?.[use === 'called' ? 'perMinute' : 'perSegment'];
}

export function ratesTo(e164: string, rules: DestinationRules): CallRates {
  const kind = kindOf(e164);
  const perMinute = kind && priceOfKind(kind, 'called', rules);
  return { ...ratesFor(e164), ...(perMinute !== undefined && { carrierPerMinute: perMinute }) };
}

export function segmentPriceTo(e164: string, rules: DestinationRules): Micros {
  const kind = kindOf(e164);
  return (kind && priceOfKind(kind, 'texted', rules)) ?? segmentPriceFor(e164);
}
