import { isSupportedCountry } from 'libphonenumber-js/min';
import { expect, it } from 'vitest';
import rateCard from '#shared/catalog/rate-card.json' with { type: 'json' };
import { inboundRatesFor, priceIn, ratesFor, ratesOfCall, segmentPriceFor } from '#shared/catalog/rate-card.ts';

it.each([
  { country: 'the United States', number: '+12025550100', rate: 14_000 },
  { country: 'Canada', number: '+14165550100', rate: 14_000 },
  { country: 'the United Kingdom', number: '+447911123456', rate: 30_000 },
  { country: 'Italy', number: '+390669812345', rate: 40_000 },
  { country: 'the Bahamas, which it does not list', number: '+12425551234', rate: 350_000 },
  { country: 'a satellite', number: '+88213123456', rate: 350_000 },
  { country: 'nowhere', number: '+999123', rate: 350_000 },
])('charges $rate a minute to $country', ({ number, rate }) => {
  expect(ratesFor(number)).toEqual({ aiPerSecond: 1000, aiMinimumSeconds: 30, carrierPerMinute: rate });
});

it.each([
  { country: 'the United States', number: '+12025550100', rate: 8_500 },
  { country: 'the United Kingdom', number: '+447911123456', rate: 10_000 },
  { country: 'the Bahamas, which it does not list', number: '+12425551234', rate: 100_000 },
])('charges $rate a minute for a call that comes in on a number of $country', ({ number, rate }) => {
  expect(inboundRatesFor(number)).toEqual({ aiPerSecond: 1000, aiMinimumSeconds: 30, carrierPerMinute: rate });
});

it('charges for the number that was called, not for the caller', () => {
  const numbers = { clientPhoneNumber: '+4915123456789', assistantPhoneNumber: '+12025550001' };
  expect(ratesOfCall({ type: 'outbound', ...numbers })).toEqual(ratesFor('+4915123456789'));
  expect(ratesOfCall({ type: 'inbound', ...numbers })).toEqual(inboundRatesFor('+12025550001'));
  expect(ratesOfCall({ type: 'inbound', ...numbers, clientPhoneNumber: 'anonymous' }).carrierPerMinute).toBe(8_500);
});

it.each([
  { country: 'the United States', number: '+12025550100', price: 10_000 },
  { country: 'Germany', number: '+4915123456789', price: 100_000 },
  { country: 'the Bahamas, which it does not list', number: '+12425551234', price: 300_000 },
  { country: 'a satellite', number: '+88213123456', price: 300_000 },
])('charges $price for an SMS segment to $country', ({ number, price }) => expect(segmentPriceFor(number)).toBe(price));

it.each([
  { what: 'minutes', countries: rateCard.carrierPerMinute.countries },
  { what: 'minutes of calls that come in', countries: rateCard.inboundPerMinute.countries },
  { what: 'SMS segments', countries: rateCard.smsPerSegment.countries },
])('lists real countries only, at prices in whole micro-units, for $what', ({ countries }) => {
  expect(Object.keys(countries).filter((country) => !isSupportedCountry(country))).toEqual([]);
  expect(Object.values(countries).filter((rate) => !Number.isInteger(rate) || rate <= 0)).toEqual([]);
});

it.each([
  { number: '+12025550100', price: 1 },
  { number: '+447400123456', price: 2 },
  { number: '+447012345678', price: 30 },
  { number: '+447020345678', price: 40 },
  { number: '+252612345678', price: 9 },
  { number: '+870773111632', price: 50 },
])('the longest prefix of $number has its price, then the country, then all others: $price', ({ number, price }) => {
  const prefixes = { '+44702': 40, '+4470': 30, '+870': 50, '+1202555010000': 7 };
  expect(priceIn({ default: 9, countries: { US: 1, GB: 2 }, prefixes }, number)).toBe(price);
});

it.each([rateCard.carrierPerMinute.prefixes, rateCard.smsPerSegment.prefixes])(
  'prices prefixes in whole micro-units',
  (prefixes) => {
    const wrong = Object.entries(prefixes).filter(
      ([prefix, price]) => !/^\+\d+$/.test(prefix) || !Number.isInteger(price),
    );
    expect(wrong).toEqual([]);
  },
);
