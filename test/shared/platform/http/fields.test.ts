import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fieldErrors } from '#shared/platform/http/errors.ts';
import {
  arrayOf,
  boolean,
  integer,
  integerBetween,
  keyValues,
  matching,
  numberBetween,
  objectOf,
  oneOf,
  optional,
  required,
  text,
  timezone,
  webUrl,
} from '#shared/platform/http/fields.ts';

/** What the field reads from a value, or the sentences that it answers. */
function read(field: v.GenericSchema, value: unknown): unknown {
  const result = v.safeParse(v.object({ max_length: field }), value === undefined ? {} : { max_length: value });
  return result.success ? result.output.max_length : fieldErrors(result.issues)['max_length'];
}

const nested = (depth: number): unknown => (depth === 0 ? {} : { a: nested(depth - 1) });

describe('required', () => {
  it.each([{ value: undefined }, { value: null }, { value: '' }, { value: ' \t ' }])('refuses $value', ({ value }) => {
    expect(read(required(text()), value)).toEqual(['The max length field is required.']);
  });

  it.each([{ value: 0 }, { value: false }])('lets $value through to the field', ({ value }) => {
    expect(read(required(v.any()), value)).toBe(value);
  });
});

describe('optional', () => {
  it('tells what was not sent from what was cleared', () => {
    expect(read(optional(text()), undefined)).toBeUndefined();
    expect(read(optional(text()), null)).toBeNull();
    expect(read(optional(text()), '  ')).toBeNull();
    expect(read(optional(integer()), '')).toBeNull();
  });

  it('holds what was sent to the rule of the field', () => {
    expect(read(optional(integer()), 5)).toBe(5);
    expect(read(optional(integer()), 'five')).toEqual(['The max length must be an integer.']);
  });
});

it.each([
  ['text', text(3), ' abc ', 'abc'],
  ['an integer', integer(), -7, -7],
  ['an integer written with a point', integer(), JSON.parse('5.0'), 5],
  ['the least integer', integerBetween(7, 600), 7, 7],
  ['the greatest integer', integerBetween(7, 600), 600, 600],
  ['a number', numberBetween(0.7, 1.2), 1.2, 1.2],
  ['a number next to zero that can be stored', numberBetween(0, 1), 1e-130, 1e-130],
  ['a number next to zero that cannot be stored, as zero', numberBetween(0, 1), 5e-324, 0],
  ['minus zero', numberBetween(0, 1), -0, 0],
  ['true', boolean(), true, true],
  ['1', boolean(), 1, true],
  ['"1"', boolean(), '1', true],
  ['false', boolean(), false, false],
  ['0', boolean(), 0, false],
  ['"0"', boolean(), '0', false],
  ['a pattern', matching(/^\w+$/), ' a_1 ', 'a_1'],
  ['one of many', oneOf(['a', 'b']), 'b', 'b'],
  ['a URL', webUrl(), ' https://example.com/?a=b ', 'https://example.com/?a=b'],
  ['a zone', timezone(), 'America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['UTC', timezone(), 'UTC', 'UTC'],
  ['any keys', keyValues(), { a: [1, { b: null }] }, { a: [1, { b: null }] }],
  ['an array', arrayOf(integer()), [1, 2], [1, 2]],
  ['an object', objectOf({ a: required(integer()) }), { a: 1, b: 2 }, { a: 1 }],
  ['keys nested 32 deep', keyValues(), nested(31), nested(31)],
])('fields read %s', (_, field, value, output) => expect(read(field, value)).toEqual(output));

describe('fields refuse', () => {
  it.each([
    [text(), 5, 'The max length must be a string.'],
    [text(3), 'abcd', 'The max length must not be greater than 3 characters.'],
    [integer(), 1.5, 'The max length must be an integer.'],
    [integer(), '5', 'The max length must be an integer.'],
    [integer(), 2 ** 53, 'The max length must be an integer.'],
    [integer(), true, 'The max length must be an integer.'],
    [integerBetween(7, 600), 601, 'The max length must be between 7 and 600.'],
    [numberBetween(0.7, 1.2), 0.69, 'The max length must be between 0.7 and 1.2.'],
    [numberBetween(0, 1), '0.5', 'The max length must be a number.'],
    [numberBetween(0, 1), Number.NaN, 'The max length must be a number.'],
    [boolean(), 'true', 'The max length field must be true or false.'],
    [boolean(), 2, 'The max length field must be true or false.'],
    [matching(/^\w+$/), 'a b', 'The max length format is invalid.'],
    [matching(/^\w+$/), 'ä', 'The max length format is invalid.'],
    [oneOf(['a', 'b']), 'c', 'The selected max length is invalid.'],
    [oneOf(['a', 'b']), 1, 'The selected max length is invalid.'],
    [webUrl(), 'example.com', 'The max length must be a valid URL.'],
    [webUrl(), 'https://', 'The max length must be a valid URL.'],
    [webUrl(), 'mailto:a@example.com', 'The max length must be a valid URL.'],
    [timezone(), 'Mars/Olympus', 'The max length must be a valid timezone.'],
    [timezone(), '-05:00', 'The max length must be a valid timezone.'],
    [keyValues(), [], 'The max length must be an object.'],
    [keyValues(), 'text', 'The max length must be an object.'],
    [keyValues(), { a: [JSON.parse('1e999')] }, 'The max length format is invalid.'],
    [keyValues(), nested(33), 'The max length format is invalid.'],
    [arrayOf(integer()), { 0: 1 }, 'The max length must be an array.'],
    [objectOf({}), [], 'The max length must be an object.'],
  ])('case %#: %o', (field, value, sentence) => expect(read(field, value)).toEqual([sentence]));

  it('a number past the range of JSON', () => {
    expect(read(numberBetween(0, 1), JSON.parse('1e999'))).toContain('The max length must be a number.');
    expect(read(integer(), JSON.parse('-1e999'))).toEqual(['The max length must be an integer.']);
  });

  it('nesting that would overflow the stack', () =>
    expect(read(keyValues(), JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`))).toEqual([
      'The max length format is invalid.',
    ]));
});
