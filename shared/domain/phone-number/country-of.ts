import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The ISO country of an E.164 number; undefined for numbers of no country, such as +800. */
export function countryOf(e164: string): string | undefined {
  return parsePhoneNumberFromString(e164)?.country;
}
