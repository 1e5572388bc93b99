import { describe, expect, it } from 'vitest';
import { parseMicros, toDecimal } from '#shared/domain/account/money.ts';

describe('toDecimal', () => {
  it.each([
    { micros: 0, json: '0' },
    { micros: 1, json: '0.000001' },
    { micros: 100_000, json: '0.1' },
    { micros: 300_000, json: '0.3' },
    { micros: 12_345_678, json: '12.345678' },
    { micros: 100_000_000, json: '100' },
    { micros: -7_500_000, json: '-7.5' },
    { micros: 999_999_999_999_999, json: '999999999.999999' },
  ])('writes $micros micro-units as $json', ({ micros, json }) => {
    expect(JSON.stringify(toDecimal(micros))).toBe(json);
  });
});

describe('parseMicros', () => {
  it.each([
    { text: '0', micros: 0 },
    { text: '-0', micros: 0 },
    { text: '12.5', micros: 12_500_000 },
    { text: ' 100 ', micros: 100_000_000 },
    { text: '0.000001', micros: 1 },
    { text: '-3.25', micros: -3_250_000 },
    { text: '999999999.999999', micros: 999_999_999_999_999 },
  ])('reads $text', ({ text, micros }) => {
    expect(parseMicros(text)).toBe(micros);
    expect(toDecimal(micros) - Number(text)).toBe(0);
  });

  it.each(['', '.5', '5.', '1.1234567', '1e3', '1,5', '+1', 'NaN', 'Infinity', '1000000000', '--1'])(
    'refuses %j',
    (text) => {
      expect(parseMicros(text)).toBeUndefined();
    },
  );
});
