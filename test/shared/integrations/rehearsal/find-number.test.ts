import { expect, it } from 'vitest';
import { findNumber } from '#shared/integrations/rehearsal/spoken-number.ts';

it.each([
  ['I would say 4.', 4],
  ['about 1,200 euros', 1200],
  ['1.200.000', 1_200_000],
  ['3.5 or 4', 3.5],
  ['3,5', 3.5],
  ['minus -2', -2],
  ['we are twenty five people', 25],
  ['two hundred and ten thousand', 210_000],
  ['vier Personen', 4],
  ['just one', undefined],
  ['one hundred', 100],
  ['no idea', undefined],
  ['', undefined],
])('find number finds in %j the number %j', (text, number) => expect(findNumber(text)).toBe(number));
