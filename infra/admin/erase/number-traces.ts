import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** What stands in place of an erased number. */
const ERASED = '[erased]';
/** Between two digits of a number as people write it, with the invisible characters that word processors and chats put there. */
const BETWEEN = String.raw`[\s()./\-\u2010-\u2015\u200b-\u200f\u202a-\u202e\u2060]{0,5}`;
/** Codes of the countries whose trunk prefix is 8. In all others that have one, it is 0. */
const TRUNK_8 = /^(?:7|370|375|993|998)$/;
/** Shorter national numbers are too likely to be something else. */
const LEAST_NATIONAL_DIGITS = 7;

/** A shorter one without its country code, as a JSON number, is as likely a price. */
const LEAST_BARE_DIGITS = 8;
/** The attribute that has amounts of ours as JSON numbers: the copy of a call that lists show. In micro-units they have up to eight digits. */
const OWN_AMOUNTS = 'shown';
const LEAST_DIGITS_AMONG_AMOUNTS = 9;

export interface NumberTraces {
  /** Whether any text in the value, or any key of a map in it, has the number. */
  isIn(value: unknown): boolean;
  /** The value with the number replaced in its texts; each part that does not have it is the same as before. */
  redact(value: unknown): unknown;
}

/**
 * Finds a number in texts in the ways in which it is written: E.164 with and without the plus, with 00 or 011, in national form,
 * with spaces, brackets, hyphens, dots or slashes, in the digits of any script. A longer row of digits that contains it, such as an id, is not the number. A text that is
 * JSON stays JSON: variables may have the number as a JSON number.
 */
export function numberTraces(e164: string): NumberTraces {
  const parsed = parsePhoneNumberFromString(e164);
  const [country, national] = parsed
    ? [parsed.countryCallingCode, parsed.nationalNumber]
    : ['', e164.replace(/^\+/, '')];
  const bareFrom = (digits: number) => [`${country}${national}`, ...(national.length < digits ? [] : [national])];
  const [bare, amongAmounts] = [bareFrom(LEAST_BARE_DIGITS), bareFrom(LEAST_DIGITS_AMONG_AMOUNTS)];
  const pattern = new RegExp(patternOf(country, national), 'g');
  const redact = (value: unknown) =>
    replaceIn(value, {
      text: (text) => replaceAll(text, pattern),
      jsonNumber: (number, json) =>
        (json === 'amounts' ? amongAmounts : bare).includes(String(number)) ? ERASED : number,
    });
  return { isIn: (value) => redact(value) !== value, redact };
}

function patternOf(country: string, national: string): string {
  const spaced = (digits: string) => digits.split('').join(BETWEEN);
  const isShort = national.length < LEAST_NATIONAL_DIGITS;
  const international = String.raw`(?:(?:\+|00|011)${BETWEEN})?${spaced(country)}${BETWEEN}(?:\(0\))?${BETWEEN}`;
  const trunk = TRUNK_8.test(country) ? `(?:0|8${BETWEEN}0?)` : '0';
  const prefix = isShort ? international : `(?:${international}|${trunk}${BETWEEN})?`;
  return String.raw`(?<!\d)\(?${prefix}\(?${spaced(national)}(?!\d)`;
}

function replaceAll(text: string, pattern: RegExp): string {
  const searched = foldDigits(text);
  if (searched === text) return text.replaceAll(pattern, ERASED);
  let replaced = '';
  let end = 0;
  for (const { index, 0: found } of searched.matchAll(pattern)) {
    replaced += text.slice(end, index) + ERASED;
    end = index + found.length;
  }
  return replaced + text.slice(end);
}

const DIGIT = /\p{Nd}/u;
const FOREIGN_DIGITS = /[^\P{Nd}0-9]/gu;

/** The text with the digits of other scripts as 0 to 9. Each character stays where it was. */
function foldDigits(text: string): string {
  return text.replaceAll(FOREIGN_DIGITS, (digit) => String(valueOf(digit)).padEnd(digit.length, '\u2060'));
}

/** Unicode has the digits of a script in a row, from 0 to 9. */
function valueOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (DIGIT.test(String.fromCodePoint(point - value - 1))) value += 1;
  return value % 10;
}

interface Replacement {
  text: (text: string) => string;
  /** A number in a text that is JSON. Numbers of items are ids, times and money. */
  jsonNumber: (number: number, json: Json) => unknown;
}

/** JSON that a client or a model has written, or that has amounts of ours. */
type Json = 'content' | 'amounts';

/** The value with its texts replaced, the keys of its maps among them. The same value if that changes nothing. */
function replaceIn(value: unknown, replacement: Replacement, json?: Json): unknown {
  if (typeof value === 'string') return replaceInText(value, replacement, 'content');
  if (typeof value === 'number') return json ? replacement.jsonNumber(value, json) : value;
  if (Array.isArray(value)) {
    const parts: unknown[] = value.map((part) => replaceIn(part, replacement, json));
    return parts.some((part, index) => part !== value[index]) ? parts : value;
  }
  if (value instanceof Set) {
    const members = [...value];
    const replaced = replaceIn(members, replacement);
    return replaced === members || !Array.isArray(replaced) ? value : new Set(replaced);
  }
  // Compressed content is binary.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  let isSame = true;
  const entries = Object.entries(value).map(([key, part]) => {
    const isAmounts = json === undefined && key === OWN_AMOUNTS && typeof part === 'string';
    const replaced = isAmounts ? replaceInText(part, replacement, 'amounts') : replaceIn(part, replacement, json);
    const entry = [replacement.text(key), replaced] as const;
    isSame &&= entry[0] === key && entry[1] === part;
    return entry;
  });
  return isSame ? value : Object.fromEntries(entries);
}

function replaceInText(text: string, replacement: Replacement, json: Json): string {
  const parsed = parseContainer(text);
  if (parsed === undefined) return replacement.text(text);
  const replaced = replaceIn(parsed, replacement, json);
  return replaced === parsed ? text : JSON.stringify(replaced);
}

/** The object or list whose JSON the text is; undefined for any other text. */
function parseContainer(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
