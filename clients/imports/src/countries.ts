import { getCountries } from 'libphonenumber-js/min';
import { isCountry } from '../../../shared/platform/e164.ts';

/** `us` as `US`; undefined for what is not a code of ISO 3166. */
export function countryCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return isCountry(code) ? code : undefined;
}

const names = new Intl.DisplayNames('en', { type: 'region' });

/** `DE` → `Germany` */
export const countryName = (code: string): string => names.of(code) ?? code;

/** Codes and names, by name. */
export function countries(): Array<[string, string]> {
  return getCountries()
    .map((code): [string, string] => [code, countryName(code)])
    .toSorted(([, one], [, other]) => one.localeCompare(other));
}
