import * as v from 'valibot';
import { sentences } from '#shared/platform/errors.ts';
import { describedAs } from '#shared/platform/http/fields.ts';

/** An integer: query values are text. */
function digits() {
  return v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^-?\d+$/, sentences.integer),
    v.transform(Number),
    v.safeInteger(sentences.integer),
    describedAs({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  );
}

/** `page` and `per_page` with the defaults of the list. @__NO_SIDE_EFFECTS__ */
export function pageParameters(perPageDefault: number) {
  return {
    page: v.optional(v.pipe(digits(), v.minValue(1, sentences.between(1, Number.MAX_SAFE_INTEGER))), '1'),
    per_page: v.optional(
      v.pipe(digits(), v.minValue(1, sentences.between(1, 100)), v.maxValue(100, sentences.between(1, 100))),
      String(perPageDefault),
    ),
  };
}

/** An integer between two others. @__NO_SIDE_EFFECTS__ */
export function integerParameter(least: number, most: number) {
  const sentence = sentences.between(least, most);
  return v.pipe(digits(), v.minValue(least, sentence), v.maxValue(most, sentence));
}

/** A record id. Other integers match no record; other text is refused as «must be an integer». @__NO_SIDE_EFFECTS__ */
export function recordIdParameter() {
  return v.pipe(digits(), describedAs({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }));
}

/** Part of a phone number, reduced to its digits. Text without digits matches no number. @__NO_SIDE_EFFECTS__ */
export function partOfNumber() {
  return v.pipe(
    v.string(),
    v.transform((part) => part.replaceAll(/\D/g, '') || part),
    describedAs({ type: 'string', description: 'A part of a phone number.' }),
  );
}

/** A day, `YYYY-MM-DD`, converted to its start in UTC, in epoch milliseconds. @__NO_SIDE_EFFECTS__ */
export function dayParameter() {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check(isCalendarDay, sentences.date),
    v.transform((day) => Date.parse(`${day}T00:00:00Z`)),
    describedAs({ type: 'string', format: 'date' }),
  );
}

function isCalendarDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(day);
}
