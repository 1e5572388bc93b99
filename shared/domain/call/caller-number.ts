import { toE164 } from '#shared/domain/phone-number/to-e164.ts';

/** What a caller who shows no number is called. */
export const ANONYMOUS = 'anonymous';

/**
 * What Twilio shows instead of a number that is withheld: a word, or the keys that spell it on a telephone
 * (RESTRICTED, ANONYMOUS, UNAVAILABLE, BLOCKED, UNKNOWN).
 */
const withheld =
  /^\+?(?:7378742833|266696687|86282452253|2562533|8656696|restricted|anonymous|unavailable|blocked|unknown)$/i;
const LONGEST_ADDRESS = 64;

/**
 * The customer of a call that came in: the number in E.164; `anonymous` when it is withheld; else the address that the
 * carrier gives, such as `sip:desk@example.com`, which may be of any form.
 */
export function callerNumber(from: string): string {
  const address = from.trim();
  if (address === '' || withheld.test(address)) return ANONYMOUS;
  return toE164(address) ?? address.slice(0, LONGEST_ADDRESS);
}
