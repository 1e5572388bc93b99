import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { toE164 } from '#shared/platform/e164.ts';

describe('a number in international format', () => {
  it.each([
    '+12025550100',
    ' +1 202 555 0100 ',
    '+1-202-555-0100',
    '+1.202.555.0100',
    '+1 (202) 555-0100',
    '+1 [202] 555 0100',
    '+1\u00a0202\u00a0555\u00a00100',
    '\u202a+12025550100\u202c',
    '\u200e+1 202 555 0100\u200e',
    '\u2068+12025550100\u2069',
    '\ufeff+12025550100',
    '+1\u2060202\u00ad555\u200b0100',
    '+1\u2011202\u2011555\u20110100',
    '+1\u2013202\u2014555\u22120100',
    '+1\u2009202\u202f555\u30000100',
    '＋１２０２５５５０１００',
    '＋1（202）555－0100',
    '+١٢٠٢٥٥٥٠١٠٠',
    '+۱۲۰۲۵۵۵۰۱۰۰',
    '+१२०२५५५०१००',
    '+1·202·555·0100',
    '+1.2025550100',
  ])('%j is read as E.164', (text) => expect(toE164(text)).toBe('+12025550100'));
});

it.each([
  ['+33.1.45.67.89.01', '+33145678901'],
  ['+49.30.901820', '+4930901820'],
  ['+44.20.7946.0018', '+442079460018'],
  ['+45 35.45.00.00', '+4535450000'],
])('%j has dots between groups', (text, e164) => expect(toE164(text)).toBe(e164));

describe('what is more than a number', () => {
  it.each([
    'foo+12025550100',
    '+12025550100abc',
    '+12025550100; drop',
    '+12025550100 ext. 5',
    '+12025550100x5',
    '+12025550100#5',
    '+12025550100;ext=5',
    'tel:+12025550100',
    'sip:+12025550100@example.com',
    '+1 202 555 CALL',
    '+1 202 555 0100, +1 202 555 0101',
    '++12025550100',
    '+12025550100.0',
    '+12025550100.00',
    '+4930901820.0',
    '+4915123456789.0',
    '+390612345678.0',
    '+6281234567.0',
    '+353871234567.0',
    '+49 30 901820.0',
    '+1.2025550100E10',
    '+12025550100\u2044',
    '+1/202/5550100',
    '0012025550100',
    '2025550100',
    '',
    '+',
  ])('%j is no number', (text) => expect(toE164(text)).toBeUndefined());
});

/** An empty number: it is refused, as what no country assigns, or as text that is more than a number. */
const written = parse<{ source: string; written: string; number: string }>(
  readFileSync(join(import.meta.dirname, 'written-numbers.csv')),
  { columns: true },
);

it.each(written)('$written of $source is $number', ({ written: text, number }) => {
  expect(toE164(text) ?? '').toBe(number);
});

it('the table has thirty numbers of public sources at least', () => {
  expect(written.length).toBeGreaterThanOrEqual(30);
  expect(new Set(written.map(({ source }) => source)).size).toBeGreaterThanOrEqual(8);
});

/** Every character of Unicode that the pattern names. */
const charactersOf = (pattern: RegExp): string[] =>
  Array.from({ length: 0x11_0000 }, (_, code) =>
    code < 0xd800 || code > 0xdfff ? String.fromCodePoint(code) : '',
  ).filter((character) => pattern.test(character));

it.each([
  ['dash', /\p{Pd}|[\u2212\u30FC\uFF70\u00B7\u30FB]/u],
  ['space', /\p{Zs}/u],
  ['invisible character', /\p{Cf}/u],
])('every %s of Unicode may stand between digits', (_, pattern) => {
  const characters = charactersOf(pattern);
  expect(characters.length).toBeGreaterThan(10);
  const unread = characters.filter((one) => toE164(`+1${one}202${one}555${one}0100`) !== '+12025550100');
  expect(unread.map((one) => one.codePointAt(0)?.toString(16))).toEqual([]);
});
