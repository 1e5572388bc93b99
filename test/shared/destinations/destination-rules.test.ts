import { afterEach, describe, expect, it, vi } from 'vitest';
import { destinationsVariable } from '#infra/cloud/stage/config.ts';
import { ratesFor, segmentPriceFor } from '#shared/catalog/rate-card.ts';
import {
  destinationRules,
  isExpensive,
  ratesTo,
  refusalOf,
  segmentPriceTo,
} from '#shared/destinations/destination-rules.ts';
import { destinationSettings } from '#shared/platform/environment.ts';
import { fillSentence } from '#shared/platform/errors.ts';

const numbers = [
  { kind: 'premium rate', number: '+19002345678' },
  { kind: 'premium rate', number: '+449012345678' },
  { kind: 'premium rate', number: '+979123456789' },
  { kind: 'shared cost', number: '+491801234567' },
  { kind: 'shared cost', number: '+80812345678' },
  { kind: 'personal number', number: '+447012345678' },
  { kind: 'pager', number: '+447640123456' },
  { kind: 'satellite', number: '+870773111632' },
  { kind: 'satellite', number: '+8816123456789' },
  { kind: 'international network', number: '+88213123456' },
];

describe.each(numbers)('$number, of the kind $kind', ({ kind, number }) => {
  it('is refused, for calls and SMS', () => {
    const rules = destinationRules();
    const sentence = `The phone number is of a kind that is not called: ${kind}.`;
    expect(fillSentence(refusalOf(number, 'called', { rules })!, 'phone_number')).toBe(sentence);
    const texted = `The to number is of a kind that is not texted: ${kind}.`;
    expect(fillSentence(refusalOf(number, 'texted', { rules })!, 'to number')).toBe(texted);
  });

  it('is reached at the price of the stage that allows it, and only for what has a price', () => {
    const rules = destinationRules({ kinds: { [kind]: { perMinute: 2.5 } } });
    expect(refusalOf(number, 'called', { rules })).toBeUndefined();
    expect(refusalOf(number, 'texted', { rules })).toBeDefined();
    expect(ratesTo(number, rules)).toEqual({ ...ratesFor(number), carrierPerMinute: 2_500_000 });
    const texting = destinationRules({ kinds: { [kind]: { perSegment: 1.25 } } });
    expect(refusalOf(number, 'called', { rules: texting })).toBeDefined();
    expect(segmentPriceTo(number, texting)).toBe(1_250_000);
  });
});

it.each(['+12025550100', '+447400123456', '+443001234567', '+41581234567', '+80012345678'])(
  '%s is of no kind',
  (number) => {
    const rules = destinationRules();
    expect(refusalOf(number, 'called', { rules })).toBeUndefined();
    expect(ratesTo(number, rules)).toEqual(ratesFor(number));
    expect(segmentPriceTo(number, rules)).toBe(segmentPriceFor(number));
  },
);

it('refuses a stage with a kind that does not exist', () => {
  expect(() => destinationRules({ kinds: { 'premium-rate': {} } })).toThrow('there is no kind of numbers premium-rate');
});

it.each([
  { stage: undefined, user: null, refused: [] },
  { stage: ['US', 'GB'], user: null, refused: ['DE', 'none'] },
  { stage: undefined, user: ['GB'], refused: ['US', 'DE', 'none'] },
  { stage: ['US', 'GB'], user: ['GB', 'DE'], refused: ['US', 'DE', 'none'] },
  { stage: [], user: null, refused: ['US', 'GB', 'DE', 'none'] },
])('of a stage for $stage and a user for $user, refuses $refused', ({ stage, user, refused }) => {
  const rules = destinationRules({ ...(stage && { countries: stage }) });
  const found = ['+12025550100', '+447400123456', '+4915123456789', '+80012345678'].flatMap(
    (number) => refusalOf(number, 'called', { rules, countries: user }) ?? [],
  );
  expect(found).toEqual(refused.map((country) => `The {f} is in a country that is not called: ${country}.`));
});

it('a network that the stage allows has no country that could be missing', () => {
  const rules = destinationRules({ countries: ['US'], kinds: { satellite: { perMinute: 3 } } });
  expect(refusalOf('+870773111632', 'called', { rules })).toBeUndefined();
});

it.each([
  { number: '+12025550100', expensive: false },
  { number: '+212650123456', expensive: false },
  { number: '+12425551234', expensive: true },
  { number: '+252612345678', expensive: true },
])('the price of $number is above an ordinary one: $expensive', ({ number, expensive }) => {
  expect(isExpensive(ratesFor(number).carrierPerMinute)).toBe(expensive);
  expect(isExpensive(segmentPriceFor(number))).toBe(expensive);
});

describe('the variable of a stage', () => {
  const rulesWith = (variables: Record<string, string>) => {
    vi.stubEnv('DESTINATIONS', variables['DESTINATIONS']);
    return destinationRules(destinationSettings());
  };
  afterEach(() => vi.unstubAllEnvs());

  it('has what the stage says, as the functions read it', () => {
    const rules = rulesWith(
      destinationsVariable({ countries: ['US'], kinds: { satellite: { perMinute: 3.5 } }, expensivePerDay: 12.5 }),
    );
    expect(rules.countries).toEqual(new Set(['US']));
    expect(rules.kinds.get('satellite')).toEqual({ perMinute: 3_500_000, perSegment: undefined });
    expect(rules.expensivePerDay).toBe(12_500_000);
  });

  it('is missing where the stage says nothing', () => {
    expect(rulesWith(destinationsVariable(undefined))).toEqual(destinationRules());
  });

  it.each(['{', '[]x', '{"countries":["usa"]}', '{"expensivePerDay":-1}'])('%s stops the function', (text) => {
    expect(() => rulesWith({ DESTINATIONS: text })).toThrow('environment: ');
  });
});
