import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** What stands in place of an erased number. */
const ERASED = '[erased]';
/** Between two digits of a number as people write it. */
const BETWEEN = String.raw`[\s().\-\u2010-\u2015]{0,3}`;
/** Shorter national numbers are too likely to be something else. */
const LEAST_NATIONAL_DIGITS = 7;

export interface NumberTraces {
  /** Whether any text in the value, or any key of a map in it, has the number. */
  isIn(value: unknown): boolean;
  /** The value with the number replaced in its texts. */
  redact(value: unknown): unknown;
}

/**
 * Finds a number in texts in the ways in which it is written: E.164 with and without the plus, with 00 or 011, in national form,
 * with spaces, brackets, hyphens or dots. A longer row of digits that contains it, such as an id, is not the number.
 */
export function numberTraces(e164: string): NumberTraces {
  const parsed = parsePhoneNumberFromString(e164);
  const [country, national] = parsed
    ? [parsed.countryCallingCode, parsed.nationalNumber]
    : ['', e164.replace(/^\+/, '')];
  const spaced = (digits: string) => digits.split('').join(BETWEEN);
  const isShort = national.length < LEAST_NATIONAL_DIGITS;
  const international = String.raw`(?:\+|00|011)?${BETWEEN}${spaced(country)}${BETWEEN}(?:\(0\))?`;
  const prefix = isShort ? international : `(?:${international}|0${BETWEEN})?`;
  const source = String.raw`(?<!\d)${prefix}${BETWEEN}${spaced(national)}(?!\d)`;
  const isInText = (text: string) => new RegExp(source).test(text);
  return {
    isIn: (value) => textsIn(value).some(isInText),
    redact: (value) => mapTexts(value, (text) => text.replaceAll(new RegExp(source, 'g'), ERASED)),
  };
}

/** Every text in a value, the keys of its maps among them. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Set || Array.isArray(value)) return [...value].flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...textsIn(part)]);
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (value instanceof Set) return new Set([...value].map((part) => mapTexts(part, change)));
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [change(key), mapTexts(part, change)]));
}
