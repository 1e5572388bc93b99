import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import * as v from 'valibot';
import { countArgument, countryArgument as countryOfNumbers, idArgument } from '#clients/cli/src/arguments.ts';
import { parseMicros, type Micros } from '#shared/accounts/account.ts';
import { MONTH } from '#shared/accounts/usage.ts';
import { toE164 } from '#shared/platform/e164.ts';

const MAX_TEXT = 255;

/** A limit of at least 1, or `stage` for that of the stage. */
export function rateArgument(most: number): (text: string) => number | 'stage' {
  return (text) => (text.trim() === 'stage' ? 'stage' : countArgument(1, most)(text));
}

export function textArgument(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_TEXT || /\p{Cc}/u.test(trimmed)) {
    throw new InvalidArgumentError(`It must have 1 to ${MAX_TEXT} characters, and no control characters.`);
  }
  return trimmed;
}

export function phoneArgument(text: string): string {
  const number = toE164(text);
  if (number === undefined) throw new InvalidArgumentError('It must be a phone number such as +12025550100.');
  return number;
}

export function emailArgument(text: string): string {
  const result = v.safeParse(v.pipe(v.string(), v.trim(), v.email()), text);
  if (!result.success) throw new InvalidArgumentError('It must be an e-mail address.');
  return result.output;
}

export function amountArgument(text: string): Micros {
  const amount = parseMicros(text);
  if (amount === undefined) {
    throw new InvalidArgumentError('It must be an amount such as 25 or 12.50, with at most 6 decimals.');
  }
  return amount;
}

export function countryArgument(text: string): string {
  if (!/^[A-Za-z]{2}$/.test(text)) throw new InvalidArgumentError('It must be a country of two letters, such as US.');
  return text.toUpperCase();
}

/** `2027-01-01`, the start of that day, or a full ISO time; both in UTC. */
export function momentArgument(text: string): number {
  const isDay = v.is(v.pipe(v.string(), v.isoDate()), text);
  const isTime = v.is(v.pipe(v.string(), v.isoTimestamp()), text);
  const moment = isDay || isTime ? Date.parse(text) : Number.NaN;
  // Date.parse reads 2027-02-30 as the 2nd of March.
  const exists = isDay
    ? !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
    : !Number.isNaN(moment);
  if (!exists) throw new InvalidArgumentError('It must be a UTC date such as 2027-01-01, or an ISO time.');
  return moment;
}

/** A day, as `2027-01-01`. */
export function dayArgument(text: string): string {
  const day = text.trim();
  if (!v.is(v.pipe(v.string(), v.isoDate()), day))
    throw new InvalidArgumentError('It must be a date such as 2027-01-01.');
  momentArgument(day);
  return day;
}

/** A month, as `2026-11`. */
export function monthArgument(text: string): string {
  if (!MONTH.test(text.trim())) throw new InvalidArgumentError('It must be a month such as 2026-11.');
  return text.trim();
}

/** One of the choices, in upper or lower case. */
export function choiceArgument<const Choice extends string>(choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const choice = choices.find((known) => known.toLowerCase() === text.trim().toLowerCase());
    if (choice === undefined) throw new InvalidArgumentError(`It must be one of ${choices.join(', ')}.`);
    return choice;
  };
}

export function userOption() {
  return new Option('--user <id>', 'id of the user').argParser(idArgument).makeOptionMandatory();
}

export function countryOption() {
  const description = 'country of numbers without a plus, such as US, for rows without a country';
  return new Option('--country <code>', description).argParser(countryOfNumbers);
}

export function defaultCountryOption() {
  const description =
    'country of numbers without a plus in files and forms of the user, such as US; none = refuse them';
  return new Option('--default-country <code>', description).argParser((text) =>
    text.trim() === 'none' ? 'none' : countryOfNumbers(text),
  );
}

export function sheetOption() {
  return new Option('--sheet <sheet>', 'name or number of the sheet of a workbook (else the first)').argParser(
    textArgument,
  );
}
