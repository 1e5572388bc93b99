import { describe, expect, it } from 'vitest';
import { counted, price, rest, sum } from '#clients/studio/src/format/money.ts';
import { e164, phone, phoneProblem } from '#clients/studio/src/format/phone.ts';
import { changeFilters, day, hasFilters, positive, writeQuery } from '#clients/studio/src/format/query.ts';
import {
  clock,
  exactTime,
  milliseconds,
  moment,
  relativeTime,
  shortTime,
  span,
} from '#clients/studio/src/format/time.ts';

describe('money', () => {
  it.each([
    [0, '$0.0000', '$0.00'],
    [0.061, '$0.0610', '$0.06'],
    [0.000123, '$0.000123', '$0.000123'],
    [0.005, '$0.0050', '$0.01'],
    [97.25, '$97.2500', '$97.25'],
    [1234567.891, '$1,234,567.8910', '$1,234,567.89'],
    [-2.5, '-$2.5000', '-$2.50'],
  ])('%s is the price %s and the sum %s', (amount, asPrice, asSum) => {
    expect([price(amount), sum(amount)]).toEqual([asPrice, asSum]);
  });

  it.each([
    [0.061, 0.014, 0.047],
    [0.3, 0.1, 0.2],
    [0.000001, 0, 0.000001],
  ])('%s without %s is %s, to six decimals', (total, part, left) => expect(rest(total, part)).toBe(left));

  it.each([
    [0, '0 calls'],
    [1, '1 call'],
    [12_345, '12,345 calls'],
  ])('%s calls are written %s', (value, text) => expect(counted(value, 'call')).toBe(text));
});

describe('times', () => {
  it.each([
    ['2025-06-30 11:53:20', '2025-06-30T11:53:20.000Z'],
    ['2025-06-30T11:53:20.123456Z', '2025-06-30T11:53:20.123Z'],
    ['2025-06-30T11:53:20Z', '2025-06-30T11:53:20.000Z'],
  ])('%s is UTC', (text, iso) => expect(moment(text)?.toISOString()).toBe(iso));

  it.each(['', 'now', '2025-13-30 11:53:20', '2025-06-30'])('"%s" is no time of the API', (text) => {
    expect(moment(text)).toBeUndefined();
  });

  it.each([
    [0, '0:00', '0 s'],
    [47, '0:47', '47 s'],
    [60, '1:00', '1 min'],
    [725, '12:05', '12 min'],
    [3723, '1:02:03', '1 h 2 min'],
    [7200, '2:00:00', '2 h'],
    [-3, '0:00', '0 s'],
  ])('%s seconds are %s on a clock and %s in words', (seconds, onClock, inWords) => {
    expect([clock(seconds), span(seconds)]).toEqual([onClock, inWords]);
  });

  it.each([
    [12, '12 ms'],
    [1115, '1,115 ms'],
    [12_340, '12.3 s'],
  ])('%s ms are written %s', (value, text) => expect(milliseconds(value)).toBe(text));

  const now = new Date('2026-11-22T22:30:00Z');
  it.each([
    ['2026-11-22T21:05:00Z', 'Europe/London', '21:05'],
    // 23:30 in Berlin is the same day there; 22:45 UTC of the day before is not.
    ['2026-11-21T23:30:00Z', 'Europe/Berlin', '00:30'],
    ['2026-11-21T22:30:00Z', 'Europe/Berlin', '21 Nov, 23:30'],
    ['2025-03-04T05:06:07Z', 'UTC', '4 Mar 2025, 05:06'],
    ['2026-11-22T23:30:00Z', 'Asia/Kolkata', '05:00'],
  ])('%s in %s is shown as %s', (iso, zone, text) => expect(shortTime(new Date(iso), now, zone)).toBe(text));

  it('shows the exact time in the zone of the user, and in UTC', () => {
    expect(exactTime(new Date('2026-07-01T10:00:05Z'), 'Europe/Berlin')).toBe(
      'Wed, 1 July 2026 at 12:00:05 CEST (2026-07-01 10:00:05 UTC)',
    );
  });

  it.each([
    ['2026-11-22T22:30:00Z', 'now'],
    ['2026-11-22T22:35:00Z', 'in 5 minutes'],
    ['2026-11-22T20:00:00Z', '2 hours ago'],
    ['2026-11-21T20:00:00Z', 'yesterday'],
    ['2026-11-22T22:29:18Z', '42 seconds ago'],
  ])('%s is %s', (iso, text) => expect(relativeTime(new Date(iso), now)).toBe(text));
});

describe('phone numbers', () => {
  it.each([
    ['+12025550100', '+1 202 555 0100'],
    ['+4930901820', '+49 30 901820'],
    ['anonymous', 'Anonymous'],
    ['sip:ada@example.com', 'sip:ada@example.com'],
  ])('%s is shown as %s', (number, text) => expect(phone(number)).toBe(text));

  it.each([
    ['', undefined, 'Enter a phone number.', ''],
    ['0151 23456789', undefined, 'The phone number must include the country code.', '0151 23456789'],
    ['0151 23456789', 'DE', undefined, '+4915123456789'],
    ['12', 'DE', 'The phone number is not valid in DE.', '12'],
    ['+1 202', 'DE', 'The phone number is not valid.', '+1 202'],
    [' +1 (202) 555-0100 ', 'DE', undefined, '+12025550100'],
    ['\u202a+1\u2011202\u2009555\u22120100\u202c', undefined, undefined, '+12025550100'],
    ['unknown', 'DE', 'The phone number is not valid.', 'unknown'],
  ])('"%s" in %s has the problem %s, and is sent as %s', (typed, country, problem, sent) => {
    expect([phoneProblem(typed, country), e164(typed, country)]).toEqual([problem, sent]);
  });
});

describe('queries', () => {
  it('leave out what is empty and the first page', () => {
    expect(writeQuery({ status: 'busy', phone_number: '', assistant_id: undefined, page: 1 })).toBe('?status=busy');
    expect(writeQuery({ phone_number: '+1 2', page: 3 })).toBe('?phone_number=%2B1+2&page=3');
    expect(writeQuery({})).toBe('');
  });

  it('go back to the first page when a filter changes', () => {
    const before: { status?: string; type?: string; page?: number } = { status: 'busy', page: 4 };
    expect(writeQuery(changeFilters(before, { type: 'web' }))).toBe('?status=busy&type=web');
  });

  it.each([
    [{}, false],
    [{ page: 2 }, false],
    [{ status: 'busy', page: 2 }, true],
  ])('%o is a filter: %s', (filters, isFilter) => expect(hasFilters(filters)).toBe(isFilter));

  it.each([
    ['7', 7],
    ['0', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['9007199254740993', undefined],
    [null, undefined],
  ])('%s is the id %s', (text, id) => expect(positive(text)).toBe(id));

  it.each([
    ['2026-02-28', '2026-02-28'],
    ['2026-02-30', undefined],
    ['28.02.2026', undefined],
  ])('%s is the day %s', (text, value) => expect(day(text)).toBe(value));
});
