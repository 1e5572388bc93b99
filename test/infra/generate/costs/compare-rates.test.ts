import * as v from 'valibot';
import { expect, it } from 'vitest';
import { CarrierPrices, compareRates, ratesReport } from '#infra/generate/costs/compare-rates.ts';

/** In the form of https://www.twilio.com/docs/voice/pricing, with prices that are made up. */
const answers = {
  date: '2026-11-27',
  voice: [
    {
      country: 'United Kingdom',
      iso_country: 'GB',
      outbound_prefix_prices: [
        {
          friendly_name: 'Local',
          destination_prefixes: ['44'],
          origination_prefixes: ['ALL'],
          base_price: '0.02',
          current_price: '0.0158',
        },
        {
          friendly_name: 'Premium',
          destination_prefixes: ['4490', '4491'],
          origination_prefixes: ['ALL'],
          current_price: '2.9',
        },
        {
          friendly_name: 'A mobile network',
          destination_prefixes: ['447624'],
          origination_prefixes: ['ALL'],
          current_price: '0.2',
        },
      ],
      price_unit: 'USD',
    },
    {
      iso_country: 'SO',
      outbound_prefix_prices: [{ friendly_name: 'Somalia', destination_prefixes: ['252'], current_price: 0.71 }],
    },
    { iso_country: 'BS', outbound_prefix_prices: [{ destination_prefixes: ['1242'], current_price: 0.3 }] },
  ],
  messaging: [
    {
      iso_country: 'US',
      outbound_sms_prices: [
        { carrier: 'Other', mcc: '310', mnc: '0', prices: [{ number_type: 'local', current_price: '0.0083' }] },
      ],
      price_unit: 'USD',
    },
  ],
};

it('compares each prefix, and each country of SMS, with the rate card', () => {
  const rows = compareRates(v.parse(CarrierPrices, answers));
  expect(rows.map(({ prefix, carrier, rateCard, verdict }) => [prefix, carrier, rateCard, verdict])).toEqual([
    ['+44', 0.0158, 0.03, 'covered'],
    ['+4490', 2.9, 0.03, 'refused'],
    ['+4491', 2.9, 0.03, 'refused'],
    ['+447624', 0.2, 0.03, 'loss'],
    ['+252', 0.71, 0.35, 'loss'],
    ['+1242', 0.3, 0.35, 'default'],
    ['', 0.0083, 0.01, 'covered'],
  ]);
});

it('reports losses first, the largest before others, and the day of the prices', () => {
  const lines = ratesReport('2026-11-27', compareRates(v.parse(CarrierPrices, answers))).split('\n');
  expect(lines).toEqual([
    'The carrier charges more than the rate card:',
    '  SO +252       carrier 0.7100, card 0.3500 a minute  Somalia',
    '  GB +447624    carrier 0.2000, card 0.0300 a minute  A mobile network',
    '',
    'The rate card has no price of its own, and charges its default:',
    '  BS +1242      carrier 0.3000, card 0.3500 a minute',
    '',
    'Prices of 2026-11-27: 2 covered, 2 at a loss, 1 by default, 2 refused by kind',
  ]);
});

it.each([{}, { ...answers, date: 'today' }, { ...answers, voice: [{ iso_country: 'GB' }] }])('refuses %o', (wrong) => {
  expect(v.is(CarrierPrices, wrong)).toBe(false);
});
