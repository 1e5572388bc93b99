import { defined } from '@ringback/client';
import { expect, expectTypeOf, it } from 'vitest';

it('drops what is undefined, and keeps null, false, zero and the empty text', () => {
  expect(defined({ a: undefined, b: null, c: false, d: 0, e: '' })).toEqual({ b: null, c: false, d: 0, e: '' });
  expect(Object.keys(defined({ a: undefined }))).toEqual([]);
});

it('makes members optional that may be undefined, and leaves the others required', () => {
  const given: { id: number; name: string | undefined } = { id: 1, name: undefined };
  expectTypeOf(defined(given)).toEqualTypeOf<{ id: number } & { name?: string }>();
});
