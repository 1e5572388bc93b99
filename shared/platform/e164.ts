import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The library finds numbers in prose, drops extensions and reads letters as keys: nothing of that must be dialled. */
const INTERNATIONAL_FORMAT = /^\+[\d\s().[\]-]+$/;
const NATIONAL_FORMAT = /^[\d\s().[\]/-]+$/;
/** `+4930901820.0` is a float that became text: without the dot it would be the number of another subscriber. */
const DECIMAL = /^[^.]*\d{5}\.\d{1,2}$/;
/** A spreadsheet shows a long number as `1.65E+10`, and stores it so in a CSV file. */
const SCIENTIFIC = /^\+?\d(?:[.,]\d+)?E\+?\d{1,2}$/i;

/** `+1 (202) 555-0100` → `+12025550100`. Undefined for other formats, and for numbers that no country has. */
export function toE164(text: string): string | undefined {
  const written = plainNumber(text);
  if (!INTERNATIONAL_FORMAT.test(written) || DECIMAL.test(written)) return undefined;
  return validNumber(written);
}

function validNumber(written: string, country?: string): string | undefined {
  const number = parsePhoneNumberFromString(
    written,
    country !== undefined && isSupportedCountry(country) ? country : undefined,
  );
  return number?.isValid() === true ? number.number : undefined;
}

/** A number as people and spreadsheets write it, or the sentence that refuses it. */
export type WrittenNumber = { phoneNumber: string } | { refused: string };

const COUNTRY_CODE = 'The phone number must include the country code.';

/**
 * A number of a file. Without a plus it is a number of the country that is stated, as it is dialled there: with its trunk prefix,
 * or with its prefix of calls abroad.
 */
export function readWrittenNumber(text: string, country = ''): WrittenNumber {
  const written = plainNumber(text).replace(/^'/, '');
  const stated = country.trim().toUpperCase();
  if (written === '') return { refused: 'The phone number is missing.' };
  if (SCIENTIFIC.test(written)) {
    const how = 'Format the column as text, enter the number again, and export the file again.';
    return { refused: `The spreadsheet has lost digits of the phone number ${written}. ${how}` };
  }
  if (DECIMAL.test(written)) {
    return {
      refused: `The phone number ${written} has a decimal point. Format the column as text, and export the file again.`,
    };
  }
  if (!written.startsWith('+') && NATIONAL_FORMAT.test(written)) {
    if (stated === '') return { refused: COUNTRY_CODE };
    if (!isCountry(stated))
      return { refused: `The country ${country.trim()} is not a code of two letters, such as US.` };
    const national = validNumber(written.replaceAll('/', ' '), stated);
    return national === undefined
      ? { refused: `The phone number is not valid in ${stated}.` }
      : { phoneNumber: national };
  }
  const phoneNumber = toE164(written);
  return phoneNumber === undefined ? { refused: 'The phone number is not valid.' } : { phoneNumber };
}

/** ISO 3166, two letters. */
export const isCountry = (code: string): boolean => isSupportedCountry(code.toUpperCase());

/**
 * Without what is not seen (directional marks of contact lists), with the plus, digits, dashes and spaces of ASCII for those of other
 * scripts and of word processors.
 */
function plainNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212\u00B7\u30FB\u30FC]/gu, '-')
    .replaceAll(/\p{Zs}/gu, ' ')
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
