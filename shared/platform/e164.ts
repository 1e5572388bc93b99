import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number in international format as E.164 (`+1 202 555 0100` → `+12025550100`); undefined when it is no valid number. */
export function toE164(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text);
  return number?.isValid() === true ? number.number : undefined;
}

/** For logs: `+12025550100` → `+120*******00`. Country and length stay recognisable, the person does not. */
export function maskNumber(e164: string): string {
  return e164.length < 7 ? '***' : e164.slice(0, 4) + '*'.repeat(e164.length - 6) + e164.slice(-2);
}

/** A number as typed into a search, where `+` may have arrived as a space or not at all; what is no number is searched as it is. */
export function toSearchedNumber(text: string): string {
  const trimmed = text.trim();
  return toE164(trimmed) ?? toE164(`+${trimmed}`) ?? trimmed;
}

/** The ISO country of an E.164 number; undefined for numbers of no country, such as +800. */
export function countryOf(e164: string): string | undefined {
  return parsePhoneNumberFromString(e164)?.country;
}
