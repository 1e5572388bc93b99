import parsePhoneNumber from 'libphonenumber-js/min';

/** A number in groups, as its country writes it: `+1 202 555 0100`. Other texts (`anonymous`, a SIP address) stay. */
export function phone(text: string): string {
  if (text === 'anonymous') return 'Anonymous';
  return parsePhoneNumber(text)?.formatInternational() ?? text;
}

/** Why a text cannot be called; undefined when it can. The service has the last word. */
export function phoneProblem(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return 'Enter a phone number.';
  if (!typed.startsWith('+')) return 'Start with + and the country code, as in +1 202 555 0100.';
  return parsePhoneNumber(typed)?.isPossible() ? undefined : 'This is not a phone number in international format.';
}

/** As the API takes it: `+12025550100`. The service refuses other texts. */
export const e164 = (text: string): string => parsePhoneNumber(text.trim())?.number ?? text.trim();
