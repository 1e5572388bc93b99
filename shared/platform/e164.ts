import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The library finds numbers in prose, drops extensions and reads letters as keys: nothing of that must be dialled. */
const INTERNATIONAL_FORMAT = /^\+[\d\s().[\]-]+$/;
/** `+4930901820.0` is a float that became text: without the dot it would be the number of another subscriber. */
const DECIMAL = /^\+[^.]*\d{5}\.\d{1,2}$/;

/** `+1 (202) 555-0100` → `+12025550100`. Undefined for other formats, and for numbers that no country has. */
export function toE164(text: string): string | undefined {
  const written = plainNumber(text);
  if (!INTERNATIONAL_FORMAT.test(written) || DECIMAL.test(written)) return undefined;
  const number = parsePhoneNumberFromString(written);
  return number?.isValid() === true ? number.number : undefined;
}

/**
 * Without what is not seen (directional marks of contact lists), with the plus, digits, dashes and spaces of ASCII for those of other
 * scripts and of word processors.
 */
function plainNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212\u00B7\u30FB]/gu, '-')
    .replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .trim();
}

/** The ten digits of a script begin at a code point that ends in 0 or in 6 (in hexadecimal). */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const column = code % 16;
  const beginsRow = /\p{Nd}/u.test(String.fromCodePoint(code - column));
  return String(beginsRow ? column : column - 6);
}

/** Masks a number for logs: `+12025550100` → `+120*******00`. */
export function maskNumber(e164: string): string {
  return e164.length < 7 ? '***' : e164.slice(0, 4) + '*'.repeat(e164.length - 6) + e164.slice(-2);
}

/** A search text as E.164, with or without the `+`; other text unchanged. */
export function toSearchedNumber(text: string): string {
  const trimmed = text.trim();
  return toE164(trimmed) ?? toE164(`+${trimmed}`) ?? trimmed;
}

/** ISO 3166. Undefined for numbers without a country, such as +800. */
export function countryOf(e164: string): string | undefined {
  return parsePhoneNumberFromString(e164)?.country;
}
