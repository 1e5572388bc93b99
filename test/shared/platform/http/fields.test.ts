import * as v from 'valibot';
import { expect, it } from 'vitest';
import { fieldErrors } from '#shared/platform/http/errors.ts';
import {
  integer,
  keyValues,
  numberBetween,
  objectOf,
  optional,
  otherNameOf,
  renaming,
  required,
  smallKeyValues,
  text,
} from '#shared/platform/http/fields.ts';
import { timezone } from '#shared/platform/http/time-zone-field.ts';

// What each field of each request must be is in test/api/rows.

/** What the field reads from a value, or the sentences that it answers. */
function read(field: v.GenericSchema, value: unknown): unknown {
  const result = v.safeParse(v.object({ max_length: field }), value === undefined ? {} : { max_length: value });
  return result.success ? result.output.max_length : fieldErrors(result.issues)['max_length'];
}

const nested = (depth: number): unknown => (depth === 0 ? {} : { a: nested(depth - 1) });

it.each([{ value: 0 }, { value: false }])('required lets $value through to the field', ({ value }) => {
  expect(read(required(v.any()), value)).toBe(value);
});

it('optional tells what was not sent from what was cleared', () => {
  expect(read(optional(text()), undefined)).toBeUndefined();
  expect(read(optional(text()), null)).toBeNull();
  expect(read(optional(text()), '  ')).toBeNull();
  expect(read(optional(integer()), '')).toBeNull();
});

it.each([
  ['an integer written with a point', integer(), JSON.parse('5.0'), 5],
  ['a number next to zero that can be stored', numberBetween(0, 1), 1e-130, 1e-130],
  ['a number next to zero that cannot be stored, as zero', numberBetween(0, 1), 5e-324, 0],
  ['minus zero', numberBetween(0, 1), -0, 0],
  ['an integer in digits', integer(), ' 42 ', 42],
  ['a number as text', numberBetween(0, 1), '0.50', 0.5],
  ['a number with an exponent as text', numberBetween(0, 1), '5e-1', 0.5],
  ['an empty list as an empty map', keyValues(), [], {}],
  ['50,000 emojis as so many characters', smallKeyValues(), { a: '😀'.repeat(50_000) }, { a: '😀'.repeat(50_000) }],
  ['a time zone in the case of IANA', timezone(), 'EUROPE/berlin', 'Europe/Berlin'],
  ['a time zone whose name Intl replaces', timezone(), 'asia/kolkata', 'Asia/Kolkata'],
  ['an abbreviated time zone', timezone(), 'us/eastern', 'US/Eastern'],
  ['the time zone that servers have', timezone(), 'Etc/UTC', 'Etc/UTC'],
  ['a time zone with an abbreviation in it', timezone(), 'America/Knox_IN', 'America/Knox_IN'],
  ['a time zone with a capital inside of a word', timezone(), 'mexico/bajasur', 'Mexico/BajaSur'],
  ['a time zone of three letters', timezone(), 'Pacific/Yap', 'Pacific/Yap'],
  ['a time zone with an offset in its name', timezone(), 'etc/gmt+0', 'Etc/GMT+0'],
  ['keys nested 32 deep', keyValues(), nested(31), nested(31)],
])('fields read %s', (_, field, value, output) => expect(read(field, value)).toEqual(output));

it.each([
  ['an exponent', integer(), '1e2', 'an integer'],
  ['a leading zero', integer(), '042', 'an integer'],
  ['a fraction', integer(), '1.5', 'an integer'],
  ['a hexadecimal number', integer(), '0x10', 'an integer'],
  ['more than doubles hold exactly', integer(), '9007199254740993', 'an integer'],
  ['an exponent past the range', numberBetween(0, 1), '1e400', 'a number'],
  ['words', numberBetween(0, 1), 'NaN', 'a number'],
])('fields refuse %s as text', (_, field, value, form) =>
  expect(read(field, value)).toEqual([`The max length must be ${form}.`]),
);

it('fields refuse nesting that would overflow the stack', () =>
  expect(read(keyValues(), JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`))).toEqual([
    'The max length must not be nested deeper than 32 levels.',
  ]));

it('a field that breaks two rules of one sentence says it once', () => {
  const twice = v.pipe(v.string(), v.minLength(3, 'Too short: {f}.'), v.regex(/^...+$/, 'Too short: {f}.'));
  expect(read(twice, 'x')).toEqual(['Too short: max length.']);
});

it('a body that is no object has a sentence of its own', () =>
  expect(fieldErrors(v.safeParse(v.object({}), 'text').issues!)).toEqual({ body: ['The body must be an object.'] }));

it('another name of a field counts where the documented one is not sent', () => {
  const body = renaming('message', 'body', objectOf({ body: required(text(5)), message: otherNameOf('body', {}) }));
  const parsed = (input: unknown) => {
    const { success, output, issues } = v.safeParse(body, input);
    return success ? output : fieldErrors(issues);
  };
  expect(parsed({ message: 'one' })).toEqual({ body: 'one' });
  expect(parsed({ body: 'two', message: 5 })).toMatchObject({ body: 'two' });
  expect(parsed({ message: '' })).toEqual({ body: ['The body field is required.'] });
  expect(parsed({ body: null, message: 'one' })).toEqual({ body: ['The body field is required.'] });
  expect(parsed([])).toEqual({ body: ['The body must be an object.'] });
});
