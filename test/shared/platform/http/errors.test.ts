import * as v from 'valibot';
import { expect, it } from 'vitest';
import { fieldErrors } from '#shared/platform/http/errors.ts';
import { arrayOf, integer, objectOf, required, text } from '#shared/platform/http/fields.ts';

const Body = v.object({
  post_call_schema: arrayOf(objectOf({ field_name: required(text(3)) })),
  voice_id: required(integer()),
});

function errorsOf(schema: v.GenericSchema, input: unknown) {
  const result = v.safeParse(schema, input);
  return result.success ? {} : fieldErrors(result.issues);
}

it('names a field by its path as sent and reads it with spaces', () =>
  expect(errorsOf(Body, { post_call_schema: [{ field_name: 'ok' }, { field_name: 'long' }, {}], voice_id: 1 })).toEqual(
    {
      'post_call_schema.1.field_name': ['The post call schema.1.field name must not be greater than 3 characters.'],
      'post_call_schema.2.field_name': ['The post call schema.2.field name field is required.'],
    },
  ));

it('reports every missing key as required', () =>
  expect(errorsOf(Body, {})).toEqual({
    post_call_schema: ['The post call schema field is required.'],
    voice_id: ['The voice id field is required.'],
  }));

it('says each sentence once', () => {
  const twice = v.pipe(v.string(), v.minLength(3, 'Too short: {f}.'), v.regex(/^...+$/, 'Too short: {f}.'));
  expect(errorsOf(v.object({ a: twice }), { a: 'x' })).toEqual({ a: ['Too short: a.'] });
});

it.each([{ input: 'text' }, { input: null }, { input: 5 }])('names the body itself when it is $input', ({ input }) => {
  expect(errorsOf(Body, input)).toEqual({ body: ['The body must be an object.'] });
});
