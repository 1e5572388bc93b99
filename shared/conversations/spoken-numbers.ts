/** Voices read times, ordinals and short numbers right, but not long ones, ISO dates, and currency codes. */
export function speakForms(text: string, locale: string): string {
  if (!/\p{Nd}/u.test(text)) return text;
  const dated = text.replaceAll(ISO_DATE, (written) => dateInWords(written, locale));
  return spellDigits(speakAmounts(dated, locale));
}

const ISO_DATE = /(?<![a-z\p{N}@._/-])\d{4}-\d{2}-\d{2}(?![a-z\p{N}@_/-]|[.:]\p{N})/giu;

function dateInWords(written: string, locale: string): string {
  const at = Date.parse(written);
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(written)) return written;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/** What is read digit by digit: seven digits (a telephone number), five behind a zero, any behind a plus sign. */
const DIGIT_STRING =
  /(?<![a-z\p{N}@._/-])(?:\+\p{Nd}{5,}|[0٠۰०০๐]\p{Nd}{4,}|\p{Nd}{7,})(?![a-z\p{N}@_/]|[.,:-]\p{N})/giu;

/** «12025550100» as «1 2 0, 2 5 5, 5 0 1, 0 0»: groups of three, the last one of two to four. */
function spellDigits(text: string): string {
  return text.replaceAll(DIGIT_STRING, (written) => {
    const groups = written.replace('+', '').match(/\p{Nd}{3}(?=\p{Nd}{2})|\p{Nd}+/gu) ?? [];
    return (written.startsWith('+') ? '+' : '') + groups.map((group) => Array.from(group).join(' ')).join(', ');
  });
}

const NUMBER = String.raw`\d{1,3}(?:[.,\u0020\u00a0\u202f'’]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const AMOUNT = new RegExp(
  `(?<![A-Za-z\\p{N}.,])(?:(?:([A-Z]{3})\\s?(${NUMBER}))|(?:(${NUMBER})\\s?([A-Z]{3})))(?![A-Za-z\\p{N}]|[.,]\\d)`,
  'gu',
);
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Voices read `€49` by themselves, and spell `49 EUR`. */
function speakAmounts(text: string, locale: string): string {
  return text.replaceAll(AMOUNT, (written: string, before = '', first = '', second = '', after = '') => {
    const currency = `${before}${after}`;
    if (!currencies.has(currency)) return written;
    const options = {
      style: 'currency',
      currency,
      currencyDisplay: 'name',
      trailingZeroDisplay: 'stripIfInteger',
    } as const;
    return new Intl.NumberFormat(locale, options).format(toNumber(`${first}${second}`));
  });
}

/** The last dot or comma before one or two digits is the decimal one. */
function toNumber(written: string): number {
  const [, whole = written, decimals = ''] = /^(.*)[.,](\d{1,2})$/u.exec(written) ?? [];
  return Number(`${whole.replaceAll(/\D/gu, '')}.${decimals}`);
}
