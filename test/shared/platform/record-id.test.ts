import { expect, it } from 'vitest';
import { parseRecordId } from '#shared/platform/http/record-fields.ts';
import { createRecordId, firstRecordIdAt, ID_EPOCH_MS, recordIdTime } from '#shared/platform/ids.ts';

const now = Date.UTC(2026, 5, 30, 11, 53, 20, 123);

it('record ids carry the time of their creation', () => {
  expect(recordIdTime(createRecordId(now, () => 0))).toBe(now);
  expect(recordIdTime(createRecordId(now, () => 0.999_999))).toBe(now);
});

it('record ids are ordered by time, whatever the random part', () =>
  expect(createRecordId(now + 1, () => 0)).toBeGreaterThan(createRecordId(now, () => 0.999_999)));

it('record ids of one millisecond differ by 12 random bits', () => {
  const ids = [0, 0.25, 0.999_999].map((random) => createRecordId(now, () => random) - firstRecordIdAt(now));
  expect(ids).toEqual([0, 1024, 4095]);
});

it.each([{ year: 2026 }, { year: 2050 }, { year: 2094 }])('record ids are exact JSON integers in $year', ({ year }) => {
  const id = createRecordId(Date.UTC(year, 0, 1), () => 0.999_999);
  expect(Number.isSafeInteger(id)).toBe(true);
  expect(JSON.parse(JSON.stringify({ id }))).toEqual({ id });
});

it('record ids begin at zero for moments before the first record', () => {
  expect(firstRecordIdAt(ID_EPOCH_MS)).toBe(0);
  expect(firstRecordIdAt(0)).toBe(0);
  expect(createRecordId(now, () => 0)).toBe(firstRecordIdAt(now));
});

it.each([
  { text: '1', id: 1 },
  { text: '9007199254740991', id: 9_007_199_254_740_991 },
])('parseRecordId reads $text', ({ text, id }) => expect(parseRecordId(text)).toBe(id));

const malformed = ['', ' 1', '1 ', ...'0 -1 +1 01 1.0 1e3 abc 0x1 9007199254740992 12345678901234567 １'.split(' ')];
it.each(malformed)('parseRecordId refuses %j', (text) => expect(parseRecordId(text)).toBeUndefined());
