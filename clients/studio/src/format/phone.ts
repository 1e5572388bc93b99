import parsePhoneNumber from 'libphonenumber-js/min';
import { readTypedNumber } from '../../../imports/src/typed-number.ts';

/** A number in groups, as its country writes it: `+1 202 555 0100`. Other texts (`anonymous`, a SIP address) stay. */
export function phone(text: string): string {
  if (text === 'anonymous') return 'Anonymous';
  return parsePhoneNumber(text)?.formatInternational() ?? text;
}

/** Why a text cannot be called; undefined when it can. Without a plus it is a number of the country. */
export function phoneProblem(text: string, country?: string): string | undefined {
  if (text.trim() === '') return 'Enter a phone number.';
  const number = readTypedNumber(text, country);
  return 'refused' in number ? number.refused : undefined;
}

/** As the API takes it: `+12025550100`. The service refuses other texts. */
export function e164(text: string, country?: string): string {
  const number = readTypedNumber(text, country);
  return 'refused' in number ? text.trim() : number.phoneNumber;
}
