import { countryName } from './countries.ts';
import { countryOf, readWrittenNumber } from '../../../shared/platform/e164.ts';

/** A number as it is understood, and as it is shown before it is used: `+4930901820, Germany`. */
export type TypedNumber = { phoneNumber: string; shown: string } | { refused: string };

/** A number that a person types: without a plus it is one of `country`, as in a file. */
export function readTypedNumber(text: string, country?: string | null): TypedNumber {
  const number = readWrittenNumber(text, country ?? '');
  if ('refused' in number) return number;
  const { phoneNumber } = number;
  const owner = countryOf(phoneNumber);
  return { phoneNumber, shown: owner === undefined ? phoneNumber : `${phoneNumber}, ${countryName(owner)}` };
}
