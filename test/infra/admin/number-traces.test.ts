import { describe, expect, it } from 'vitest';
import { numberTraces } from '#infra/admin/erase/number-traces.ts';
import { isKept, ownerOf } from '#infra/admin/erase/stored-item.ts';

describe.each([
  {
    number: '+12025550100',
    found: [
      '+12025550100',
      '12025550100',
      '2025550100',
      '0012025550100',
      '01112025550100',
      '(202) 555-0100',
      '+1 (202) 555-0100',
      '202.555.0100',
      '202–555–0100',
      'call 10 202 555 0100 now',
      '(202) / 555.0100',
      '202\u200b555\u200b0100',
      '+1\u2060 202\u2060 555\u2060 0100',
      '\u0662\u0660\u0662\u0665\u0665\u0665\u0660\u0661\u0660\u0660',
      '+\u096f\u0967 or \u0967 \u0968\u0966\u0968 \u096b\u096b\u096b \u0966\u0967\u0966\u0966',
      '\u{1d7d0}\u{1d7ce}\u{1d7d0}\u{1d7d3}\u{1d7d3}\u{1d7d3}\u{1d7ce}\u{1d7cf}\u{1d7ce}\u{1d7ce}',
      '%2B12025550100',
      'USER#1#LEAD_OF#+12025550100',
      '{"to":"+12025550100"}',
    ],
    other: [
      '12025550101',
      '120255501001',
      '912025550100',
      '0000012025550100',
      '82025550100',
      '\u0669\u0661\u0662\u0660\u0662\u0665\u0665\u0665\u0660\u0661\u0660\u0660',
      '2025550',
      '+442025550100x'.slice(0, 12),
    ],
  },
  {
    number: '+442079460000',
    found: ['+44 20 7946 0000', '020 7946 0000', '+44 (0)20 7946 0000', '2079460000', '00442079460000'],
    other: ['+442079460001', '12079460000'],
  },
  {
    number: '+493012345678',
    found: ['030/12345678', '030 / 12 34 56 78', '+49/30/12345678', '+49 (0) 30-12345678', '0049 30 12345678'],
    other: ['830123456780', '8301234567'],
  },
  { number: '+74951234567', found: ['84951234567', '8 (495) 123-45-67', '+7 495 123 45 67'], other: ['94951234567'] },
  { number: '+375291234567', found: ['8 029 123-45-67', '80291234567'], other: ['80291234568'] },
])('traces of $number', ({ number, found, other }) => {
  it.each(found)('are in «%s», and redacted', (text) => {
    const traces = numberTraces(number);
    expect(traces.isIn({ a: [{ b: text }] })).toBe(true);
    expect(traces.isIn(new Set([text]))).toBe(true);
    expect(traces.isIn(traces.redact({ a: text }))).toBe(false);
  });

  it.each(other)('are not in «%s»', (text) => expect(numberTraces(number).isIn(text)).toBe(false));
});

it('keeps the text around a number in the digits of another script', () => {
  const text =
    '\u{1d7cf} call: \u0662\u0660\u0662-\u0665\u0665\u0665-\u0660\u0661\u0660\u0660, \u0661\u0660:\u0663\u0660, then 202 555 0100.';
  const redacted = '\u{1d7cf} call: [erased], \u0661\u0660:\u0663\u0660, then [erased].';
  expect(numberTraces('+12025550100').redact(text)).toBe(redacted);
});

it.each([
  { item: { pk: 'USER#7', sk: 'WALLET#01' }, owner: 7, kept: true },
  { item: { pk: 'USER#7', sk: 'DIALER_LINES' }, owner: 7, kept: false },
  { item: { pk: 'USER#7#LEDGER', sk: '1' }, owner: 7, kept: true },
  { item: { pk: 'USER#7#USAGE', sk: '2026-11-22' }, owner: 7, kept: true },
  { item: { pk: 'USER#77#CALL', sk: '1' }, owner: 77, kept: false },
  { item: { pk: 'USERS', sk: '7' }, owner: undefined, kept: true },
  { item: { pk: 'TOKEN#f', sk: 'TOKEN', userId: 7 }, owner: 7, kept: false },
  { item: { pk: 'CONVERSATION#c', sk: 'STATE', call: { userId: 7 } }, owner: 7, kept: false },
  { item: { pk: 'DUE#1', sk: '1', message: { userId: 7 } }, owner: 7, kept: false },
  { item: { pk: 'DUE#1', sk: '1', message: { wokenBy: 'call' } }, owner: undefined, kept: false },
  { item: { pk: 'RATE_LIMIT#SMS_WAIT#7', sk: 'BUCKET' }, owner: 7, kept: false },
  { item: { pk: 'RATE_LIMIT#USER#7', sk: 'BUCKET' }, owner: 7, kept: false },
  { item: { pk: 'USER#7#TOKEN_USE', sk: '0000000000000005' }, owner: 7, kept: false },
  { item: { pk: 'RATE_LIMIT#TOKEN#7', sk: 'BUCKET' }, owner: undefined, kept: false },
  { item: { pk: 'AUDIT#2026-11', sk: '1', userId: 7 }, owner: 7, kept: true },
])('$item.pk $item.sk is of user $owner, kept: $kept', ({ item, owner, kept }) => {
  expect(ownerOf(item)).toBe(owner);
  expect(isKept(item)).toBe(kept);
});

describe('a text that is JSON', () => {
  const traces = numberTraces('+12025550100');

  it.each([
    ['{"emergency_contact":12025550100,"paid":12}', '{"emergency_contact":"[erased]","paid":12}'],
    ['{"a":[{"b":2025550100}]}', '{"a":[{"b":"[erased]"}]}'],
    ['{"+12025550100":"(202) 555-0100"}', '{"[erased]":"[erased]"}'],
    [String.raw`{"text":"202\n555\n0100 \"x\""}`, String.raw`{"text":"[erased] \"x\""}`],
    [JSON.stringify({ body: '{"to":12025550100}' }), JSON.stringify({ body: '{"to":"[erased]"}' })],
    ['{"not":"closed +12025550100', '{"not":"closed [erased]'],
  ])('is JSON still, and without the number: %s', (text, redacted) => {
    expect(traces.isIn({ variables: text })).toBe(true);
    expect(traces.redact({ variables: text })).toEqual({ variables: redacted });
    expect(traces.isIn({ variables: redacted })).toBe(false);
  });

  it('keeps amounts, times and ids that have the digits of a short number', () => {
    const short = numberTraces('+3725123456');
    const shown = '[[6032158326784,501],[0,5123456,5123456],["+3725123456",12025550100]]';
    expect(short.redact(shown)).toBe('[[6032158326784,501],[0,5123456,5123456],["[erased]",12025550100]]');
    expect(short.isIn('{"price":5123456}')).toBe(false);
    expect(short.redact('{"phone":3725123456}')).toBe('{"phone":"[erased]"}');
  });

  it('is without a number of eight digits, but for the money in the copy of a call that lists show', () => {
    const norwegian = numberTraces('+4721234567');
    const item = {
      variables: '{"phone":21234567,"shown":[21234567]}',
      shown: '[[0,21234567,21234567],["+4721234567"]]',
    };
    expect(norwegian.redact(item)).toEqual({
      variables: '{"phone":"[erased]","shown":["[erased]"]}',
      shown: '[[0,21234567,21234567],["[erased]"]]',
    });
    expect(norwegian.isIn({ shown: '[[0,21234567,4721234567]]' })).toBe(true);
    expect(norwegian.isIn({ shown: '[[0,21234567]]' })).toBe(false);
  });

  it('does not touch binary content or numbers of the item', () => {
    const item = { rows: new Uint8Array([1, 2]), id: 12025550100, name: 'Ada' };
    expect(traces.isIn(item)).toBe(false);
    expect(traces.redact({ ...item, name: '+12025550100' })).toEqual({ ...item, name: '[erased]' });
  });
});
