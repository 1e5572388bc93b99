import { rowsOf, type ContractRow } from '#test/api/contract-row.ts';
import { dataInvalid, texts, type Fields, type Refuse } from '#test/api/steps.ts';
import type { World } from '#test/api/world.ts';

type Values = readonly unknown[] | ((world: World) => unknown[] | Promise<unknown[]>);

/** What a field of a request must be: its name in the table, what the refusal says, and values that break it. */
export interface Rule {
  is: string;
  /** With the name of the field for its `%`. */
  sentence: string;
  /** Anything but 422: the sentence is the message of the whole answer. */
  status?: number;
  isMessage?: boolean;
  values: Values;
  /** The path that is told when it is not the field. */
  path?: string;
}

/** Fields by their names, with dots for nested ones. */
export type FieldRules = Record<string, Rule[]>;

const rule = (is: string, sentence: string, values: Values = []): Rule => ({ is, sentence, values });
/** The same rule, broken by other values. */
export const brokenBy = (values: Values, broken: Rule, path?: string): Rule => ({
  ...broken,
  values,
  ...(path === undefined ? {} : { path }),
});
const beyondDoubles = JSON.rawJSON('1e400');
const half = '\ud800';

declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

export const required = rule('is required', 'The % field is required.', [undefined, null, '', ' \t ']);
/** In a change, a field that is not sent stays as it is. */
export const kept = brokenBy([null, '', ' \t '], required);
export const text = rule('is a text', 'The % must be a string.', [7, true, [], {}]);
const noIntegers = [
  'five',
  '1e0',
  '05',
  '5.5',
  '0x5',
  '9007199254740993',
  true,
  [],
  [1],
  {},
  1.5,
  5e-324,
  2 ** 53,
  beyondDoubles,
];
export const integer = rule('is an integer', 'The % must be an integer.', noIntegers);
export const nonNumeric = ['five', true, [], {}, 'NaN', 'Infinity', '1e400', '.5'];
export const number = rule('is a number', 'The % must be a number.', nonNumeric);
export const flag = rule('is true or false', 'The % field must be true or false.', ['yes', 'true', 2, -1, '2', [], {}]);
export const object = rule('is an object', 'The % must be an object.', ['text', 5, true, []]);
/** An empty list is an empty map: PHP sends that. */
export const map = brokenBy(['text', 5, true, [1], ['a']], object);
export const array = rule('is an array', 'The % must be an array.', ['text', 5, true, {}]);
export const selected = (values: Values, path?: string): Rule =>
  brokenBy(values, rule('is one that can be chosen', 'The selected % is invalid.'), path);
/** One of a few texts, none of which is the value that is almost right. */
export const choice = (almost: string): Rule => selected([7, true, [], {}, 'other', almost, half]);
export const format = (values: Values): Rule => rule('has its form', 'The % format is invalid.', values);
export const taken = (values: Values): Rule => rule('is new', 'The % has already been taken.', values);
const noDays = '2026-02-30 2026-13-01 2026-1-1 01-05-2026 20260101 %2B002026-01-01 2026-01-01T00:00 today 0 %FF';
export const day = rule('is a day of the calendar', 'The % does not match the format Y-m-d.', noDays.split(' '));
const noTimezones = texts('Mars/Olympus | +02:00 | Europe/ | GMT+25 | Europe/\ud800');
export const timezone = rule('is the name of a time zone', 'The % must be a valid timezone.', noTimezones);
const noUrls = texts(
  'nowhere | ftp://example.com/ | //example.com | javascript:alert(1) | https:// | https://\ud800.example.com/' +
    ' | http://192.168.0.10/hook | http://10.0.0.1/ | http://[fe80::1]/ | http://intranet/hook',
);
export const url = rule('is an http or https URL of a public host', 'The % must be a valid URL.', noUrls);
const noNumbers = texts(
  'foo+12025550100 | +12025550100abc | +12025550100; drop | +12025550100 ext. 5 | +12025550100;ext=5 | tel:+12025550100 |' +
    ' sip:+12025550100@example.com | +1 202 555 CALL | unknown | 2025550100 | +1202 | +999123456789 | + | 00 | +1202555010012345678 | \ud800',
);
const isNumber = 'is a valid number in international format';
export const e164 = rule(isNumber, 'The % must be a valid phone number in E.164 format.', noNumbers);
export const atMost = (length: number): Rule =>
  rule(`has at most ${length} characters`, `The % must not be greater than ${length} characters.`, [
    'x'.repeat(length + 1),
    '😀'.repeat(length + 1),
  ]);
export const between = (least: number, most: number, values: readonly unknown[] = [least - 1, most + 1]): Rule =>
  rule(`is from ${least} to ${most}`, `The % must be between ${least} and ${most}.`, values);
export const noMoreThan = (most: number, values: readonly unknown[]): Rule =>
  rule(`has ${most} items at most`, `The % must not have more than ${most} items.`, values);
export const laterThan = (other: string, values: readonly unknown[]): Rule =>
  rule(`is later than the ${other}`, `The % must be later than the ${other}.`, values);

/** A refusal whose message is all that it says. */
const refusal = (is: string, status: number, message: string, values: Values): Rule => ({
  ...rule(is, message, values),
  status,
  isMessage: true,
});
export const dialable = (status: number, message: string) => refusal(isNumber, status, message, noNumbers);
const nowhere = [0, -1, 999_999, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
/** Ids that name no record of the user: those of nothing, one of a stranger, and others. */
export const foreign =
  (stranger: (world: World) => number | Promise<number>, ...others: number[]) =>
  async (world: World) => [...nowhere, ...others, await stranger(world)];
export const known = (values: Values, message: string, status = 404): Rule =>
  refusal('names a record of the user', status, message, values);

function jsonWithin(is: string, value: object, unit: 'characters' | 'bytes', sent: string): Rule {
  const most = unit === 'bytes' ? '202,752' : '65,536';
  return rule(is, `The % must have at most ${most} ${unit} of JSON; these are ${sent}.`, [value]);
}

export const variables = [
  map,
  jsonWithin('has at most 65,536 characters of JSON', { a: 'x'.repeat(65_530) }, 'characters', '65,538'),
  jsonWithin('has as many with its numbers written out', { a: Array(4000).fill(1e20) }, 'characters', '88,007'),
  jsonWithin('has at most 202,752 bytes of JSON', { a: '😀'.repeat(60_000) }, 'bytes', '240,008'),
  rule(
    'is nested 32 levels deep at most',
    'The % must not be nested deeper than 32 levels.',
    [33, 1000].map((depth) => ({ a: JSON.parse('['.repeat(depth) + ']'.repeat(depth)) })),
  ),
];

interface Valid {
  id?: number;
  body: Fields;
}

export interface Subject {
  endpoint: string;
  from: string;
  refuse?: Refuse;
  /** A request that would be taken, to be spoilt in one field at a time; without it fields are those of the query. */
  valid?: (world: World) => Valid | Promise<Valid>;
  fields: FieldRules;
}

/** Every rule of every field as a row: each of its values is refused with its sentence. */
export function fieldRows({ endpoint, from, refuse = dataInvalid, valid, fields }: Subject): ContractRow[] {
  const row = rowsOf(endpoint, from);
  const all = Object.entries(fields).flatMap(([field, rules]) => rules.map((one) => ({ field, path: field, ...one })));
  return all.map(({ field, path, is, sentence, status = 422, isMessage, values }) =>
    row(status, `${path} ${is}`, {
      given: async (world) => ({
        request: await valid?.(world),
        values: typeof values === 'function' ? await values(world) : values,
      }),
      ask: (given) =>
        given.values.map((value) => {
          if (!given.request) return { query: `${field}=${value as string}` };
          return { ...given.request, body: setAt(given.request.body, field.split('.'), value) };
        }),
      body: isMessage ? { message: sentence } : refuse({ [path]: sentence.replace('%', path.replaceAll('_', ' ')) }),
    }),
  );
}

function setAt<Target>(target: Target, [key = '', ...rest]: string[], value: unknown): Target {
  const copy = structuredClone(target) as Fields;
  copy[key] = rest.length === 0 ? value : setAt(copy[key], rest, value);
  return copy as Target;
}
