import numberGroups from '#shared/conversations/number-groups.json' with { type: 'json' };
import { spokenOf, type SpokenForm } from '#shared/conversations/spoken-forms.ts';
import { findSymbolForms } from '#shared/conversations/spoken-symbols.ts';

/** Voices read times, ordinals and short numbers right, but not long ones, ISO dates, currency codes, and keys. */
export function findSpokenForms(text: string, locale: string): SpokenForm[] {
  const forms = findSymbolForms(text, locale);
  if (!/\p{Nd}/u.test(text)) return forms;
  const add = (pattern: RegExp, speak: (match: RegExpExecArray) => string) => {
    for (const match of text.matchAll(pattern)) {
      const form = { at: match.index, length: match[0].length, spoken: speak(match) };
      if (form.spoken !== match[0] && !forms.some((one) => overlap(one, form))) forms.push(form);
    }
  };
  add(ISO_DATE, ([written]) => dateInWords(written, locale));
  add(AMOUNT, (match) => amountInWords(match, locale));
  add(DIGIT_STRING, ([written]) => spellDigits(written));
  add(CODE, ([written]) => Array.from(written).join(' '));
  return forms.toSorted((one, other) => one.at - other.at);
}

const overlap = (one: SpokenForm, other: SpokenForm) =>
  one.at < other.at + other.length && other.at < one.at + one.length;

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
  /(?<![a-z\p{N}@._/-])(?:\+\p{Nd}{5,}|[0٠۰०০๐]\p{Nd}{4,}|(?![1-9]\d{0,2}0{4,}(?!\p{Nd}))\p{Nd}{7,})(?![a-z\p{N}@_/]|[.,:-]\p{N})/giu;

/** Words before digits that are a code and no count, in the languages that are spoken most. */
const CODE_WORDS =
  'code|pin|otp|passcode|password|reference|ref|confirmation|booking|order|ticket|case|account|extension|zip|postcode|invoice|' +
  'kundennummer|bestellnummer|auftragsnummer|buchungsnummer|rechnungsnummer|vorgangsnummer|postleitzahl|plz|durchwahl|kennwort|tan|' +
  'référence|réservation|commande|dossier|código|clave|referencia|reserva|pedido|codice|prenotazione|ordine|riferimento|senha|referência|' +
  'bestelnummer|pincode|referentie|kod|kodu|şifre|kode|код|пароль|コード|暗証番号|予約番号|代码|验证码|編號|编号|密码|코드|번호|رمز|رقم|קוד|कोड';
const CODE_LINKS =
  'is|are|was|number|no\\.?|lautet|ist|nummer|nr\\.?|est|numéro|es|número|è|numero|é|номер|は|是|은|는|هو';
/** "Your code is 4711", "order number 20265". */
const CODE = new RegExp(
  `(?<=(?<![\\p{L}\\p{N}])(?:${CODE_WORDS})(?:\\s*(?:${CODE_LINKS})(?!\\p{L})|\\s*[:#])*\\s*)\\p{Nd}{3,6}(?![a-z\\p{N}@_/]|[.,:-]\\p{N})`,
  'giu',
);

/** «+442071234567» as «+4 4, 2 0, 7 1 2 3, 4 5 6 7», in the groups of its country. */
function spellDigits(written: string): string {
  const digits = Array.from(written.replace('+', ''));
  const groups = written.startsWith('+') ? groupsOfCountry(digits) : [digits];
  const said = groups.flatMap(inShortGroups).map((group) => group.join(' '));
  return (written.startsWith('+') ? '+' : '') + said.join(', ');
}

const groupsByPrefix = new Map(
  Object.entries(numberGroups).flatMap(([groups, prefixes]) =>
    prefixes.split(' ').map((prefix) => [prefix, groups.split('-').map(Number)] as const),
  ),
);
const LONGEST_PREFIX = Math.max(...Array.from(groupsByPrefix.keys(), (prefix) => prefix.length));

function groupsOfCountry(digits: readonly string[]): string[][] {
  const text = digits.join('');
  let lengths: readonly number[] | undefined;
  for (let length = LONGEST_PREFIX; length > 0; length -= 1) lengths ??= groupsByPrefix.get(text.slice(0, length));
  const groups: string[][] = [];
  let at = 0;
  for (const length of lengths ?? []) {
    groups.push(digits.slice(at, at + length));
    at += length;
  }
  return [...groups, digits.slice(at)].filter((group) => group.length > 0);
}

/** Up to four digits at a time: a longer group in threes, the last one of two to four. */
function inShortGroups(digits: readonly string[]): string[][] {
  if (digits.length <= 4) return [[...digits]];
  return [digits.slice(0, 3), ...inShortGroups(digits.slice(3))];
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
