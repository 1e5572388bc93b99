import * as v from 'valibot';
import { sentences } from '#shared/platform/errors.ts';
import { describedAs } from '#shared/platform/http/fields.ts';

/** An IANA time zone name, in the case of IANA. @__NO_SIDE_EFFECTS__ */
export function timezone() {
  return v.pipe(
    v.string(sentences.string),
    v.trim(),
    v.check((input) => toTimeZone(input) !== undefined, sentences.timezone),
    v.transform((input) => toTimeZone(input) ?? input),
    describedAs({ type: 'string', description: 'An IANA time zone, such as `Europe/Berlin`.' }),
  );
}

function toTimeZone(name: string): string | undefined {
  // Intl accepts offsets such as +02:00, too.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    // Intl replaces Asia/Kolkata by the older Asia/Calcutta: such a name stays, with its words capitalised.
    const isName = (one: string) => one.toLowerCase() === name.toLowerCase();
    return [known, ...irregularZones].find(isName) ?? name.split('/').map(capitalised).join('/');
  } catch {
    return undefined;
  }
}

/** The names of IANA that Intl replaces and whose capitals follow no rule. */
const irregularZones = [
  'America/Argentina/ComodRivadavia',
  'America/Knox_IN',
  'Brazil/DeNoronha',
  'Chile/EasterIsland',
  'GB-Eire',
  'Mexico/BajaNorte',
  'Mexico/BajaSur',
  'NZ-CHAT',
  'Pacific/Yap',
  'W-SU',
];

/** `ho_chi_minh` → `Ho_Chi_Minh`; abbreviations such as `US` and `EST5EDT` in capitals. */
function capitalised(part: string): string {
  if (/^etc$/i.test(part)) return 'Etc';
  if (part.length <= 3 || /\d/.test(part)) return part.toUpperCase();
  return part.toLowerCase().replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}
