import * as v from 'valibot';

/** How a part of a written text is said. `at` and `length` are of the written text. */
export const SpokenForm = v.object({ at: v.number(), length: v.number(), spoken: v.string() });
export type SpokenForm = v.InferOutput<typeof SpokenForm>;

/** A text that is kept as it is written. */
export interface Said {
  text: string;
  forms?: SpokenForm[] | undefined;
}

/** Voices read times, ordinals and short numbers right, but not long ones, ISO dates, and currency codes. */
export function findSpokenForms(text: string, locale: string): SpokenForm[] {
  if (!/\p{Nd}/u.test(text)) return [];
  const forms: SpokenForm[] = [];
  const add = (pattern: RegExp, speak: (match: RegExpExecArray) => string) => {
    for (const match of text.matchAll(pattern)) {
      const form = { at: match.index, length: match[0].length, spoken: speak(match) };
      if (form.spoken !== match[0] && !forms.some((one) => overlap(one, form))) forms.push(form);
    }
  };
  add(ISO_DATE, ([written]) => dateInWords(written, locale));
  add(AMOUNT, (match) => amountInWords(match, locale));
  add(DIGIT_STRING, ([written]) => spellDigits(written));
  return forms.toSorted((one, other) => one.at - other.at);
}

const overlap = (one: SpokenForm, other: SpokenForm) =>
  one.at < other.at + other.length && other.at < one.at + one.length;

/** The parts of a text in order, as they are written and as they are said. */
export function partsOf({ text, forms = [] }: Said): Array<{ written: string; spoken: string }> {
  const parts: Array<{ written: string; spoken: string }> = [];
  let end = 0;
  const addPlain = (plain: string) => plain !== '' && parts.push({ written: plain, spoken: plain });
  for (const { at, length, spoken } of forms) {
    addPlain(text.slice(end, at));
    parts.push({ written: text.slice(at, at + length), spoken });
    end = at + length;
  }
  addPlain(text.slice(end));
  return parts;
}

/** What goes over the wire. */
export function spokenOf(said: Said): string {
  return partsOf(said)
    .map(({ spoken }) => spoken)
    .join('');
}

export function speakForms(text: string, locale: string): string {
  return spokenOf({ text, forms: findSpokenForms(text, locale) });
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
function spellDigits(written: string): string {
  const groups = written.replace('+', '').match(/\p{Nd}{3}(?=\p{Nd}{2})|\p{Nd}+/gu) ?? [];
  return (written.startsWith('+') ? '+' : '') + groups.map((group) => Array.from(group).join(' ')).join(', ');
}

const NUMBER = String.raw`\d{1,3}(?:[.,\u0020\u00a0\u202f'’]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const AMOUNT = new RegExp(
  `(?<![A-Za-z\\p{N}.,])(?:(?:([A-Z]{3})\\s?(${NUMBER}))|(?:(${NUMBER})\\s?([A-Z]{3})))(?![A-Za-z\\p{N}]|[.,]\\d)`,
  'gu',
);
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Voices read `€49` by themselves, and spell `49 EUR`. */
function amountInWords([written, before = '', first = '', second = '', after = '']: RegExpExecArray, locale: string) {
  const currency = `${before}${after}`;
  if (!currencies.has(currency)) return written;
  const options = {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    trailingZeroDisplay: 'stripIfInteger',
  } as const;
  return new Intl.NumberFormat(locale, options).format(toNumber(`${first}${second}`));
}

/** The last dot or comma before one or two digits is the decimal one. */
function toNumber(written: string): number {
  const [, whole = written, decimals = ''] = /^(.*)[.,](\d{1,2})$/u.exec(written) ?? [];
  return Number(`${whole.replaceAll(/\D/gu, '')}.${decimals}`);
}
