import { rowsOf, type ContractRow } from '#test/api/contract-row.ts';
import { texts, type Fields, type Refuse } from '#test/api/steps.ts';
import type { World } from '#test/api/world.ts';

/** What a field of a request must be: its name in the table, what the refusal says, and values that break it. */
export interface Rule {
  is: string;
  /** With the name of the field for its `%`. */
  sentence: string;
  /** Anything but 422: the sentence is the message of the whole answer. */
  status?: number;
  isMessage?: boolean;
  values: readonly unknown[];
}

type Values = readonly unknown[] | ((world: World) => unknown[] | Promise<unknown[]>);

/** A field, its rule, the values that are refused when they are not those of the rule, and the path that is told when it is not the field. */
export type FieldRule = [field: string, rule: Rule, values?: Values, path?: string];

const rule = (is: string, sentence: string, values: readonly unknown[] = []): Rule => ({ is, sentence, values });
const beyondDoubles = JSON.rawJSON('1e400');

declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

export const required = rule('is required', 'The % field is required.', [undefined, null, '', ' \t ']);
export const text = rule('is a text', 'The % must be a string.', [7, true, [], {}]);
const noIntegers = ['5', '1e0', true, [], [1], {}, 1.5, 5e-324, 2 ** 53, beyondDoubles];
export const integer = rule('is an integer', 'The % must be an integer.', noIntegers);
export const number = rule('is a number', 'The % must be a number.', ['5', true, [], {}, '1e0']);
export const flag = rule('is true or false', 'The % field must be true or false.', ['yes', 'true', 2, -1, '2', [], {}]);
export const object = rule('is an object', 'The % must be an object.', ['text', 5, true, []]);
export const array = rule('is an array', 'The % must be an array.', ['text', 5, true, {}]);
export const selected = rule('is one that can be chosen', 'The selected % is invalid.');
export const format = rule('has its form', 'The % format is invalid.');
export const taken = rule('is new', 'The % has already been taken.');
export const day = rule('is a day of the calendar', 'The % does not match the format Y-m-d.');
const noTimezones = texts('Mars/Olympus | +02:00 | Europe/ | GMT+25 | Europe/\ud800');
export const timezone = rule('is the name of a time zone', 'The % must be a valid timezone.', noTimezones);
const noUrls = texts(
  'nowhere | ftp://example.com/ | //example.com | javascript:alert(1) | https:// | https://\ud800.example.com/' +
    ' | http://192.168.0.10/hook | http://10.0.0.1/ | http://[fe80::1]/ | http://intranet/hook',
);
export const url = rule('is an http or https URL of a public host', 'The % must be a valid URL.', noUrls);
const noNumbers = texts('unknown | 2025550100 | +1202 | +999123456789 | + | 00 | +1202555010012345678 | \ud800');
const isNumber = 'is a valid number in international format';
export const e164 = rule(isNumber, 'The % must be a valid phone number in E.164 format.', noNumbers);
export const atMost = (length: number): Rule =>
  rule(`has at most ${length} characters`, `The % must not be greater than ${length} characters.`, [
    'x'.repeat(length + 1),
    '😀'.repeat(length + 1),
  ]);
export const between = (least: number, most: number, values: readonly unknown[] = [least - 1, most + 1]): Rule =>
  rule(`is from ${least} to ${most}`, `The % must be between ${least} and ${most}.`, values);

/** A refusal whose message is all that it says. */
const refusal = (is: string, status: number, message: string, values: readonly unknown[]): Rule => ({
  ...rule(is, message, values),
  status,
  isMessage: true,
});
export const dialable = (status: number, message: string) => refusal(isNumber, status, message, noNumbers);
export const nowhere = [0, -1, 999_999, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
export const known = (message: string, status = 404) => refusal('names a record of the user', status, message, nowhere);

interface Valid {
  id?: number;
  body: Fields;
}

export interface Subject {
  endpoint: string;
  from: string;
  refuse: Refuse;
  /** A request that would be taken, to be spoilt in one field at a time; without it fields are those of the query. */
  valid?: (world: World) => Valid | Promise<Valid>;
}

/** Every rule of the table as a row: each of its values is refused with its sentence. */
export function fieldRows({ endpoint, from, refuse, valid }: Subject, table: readonly FieldRule[]): ContractRow[] {
  const row = rowsOf(endpoint, from);
  return table.map(([field, { is, sentence, status = 422, isMessage, ...rest }, values = rest.values, path = field]) =>
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
