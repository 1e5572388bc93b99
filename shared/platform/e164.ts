import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The library finds numbers in prose, drops extensions and reads letters as keys: nothing of that must be dialled. */
const INTERNATIONAL_FORMAT = /^\+[\d\s().[\]-]+$/;

/** `+1 (202) 555-0100` → `+12025550100`. Undefined for other formats, and for numbers that no country has. */
export function toE164(text: string): string | undefined {
  const trimmed = text.trim();
  if (!INTERNATIONAL_FORMAT.test(trimmed)) return undefined;
  const number = parsePhoneNumberFromString(trimmed);
  return number?.isValid() === true ? number.number : undefined;
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
