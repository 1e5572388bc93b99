import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import document from '#shared/openapi/openapi.json' with { type: 'json' };

const Schema = v.object({
  properties: v.optional(v.record(v.string(), v.looseObject({ description: v.optional(v.string()) })), {}),
});
const schemas = v.parse(v.record(v.string(), Schema), document.components.schemas);
const fields = Object.entries(schemas).flatMap(([component, { properties }]) =>
  Object.entries(properties).map(([name, part]) => ({ field: `${component}.${name}`, part })),
);
const Parameters = v.array(v.looseObject({ name: v.optional(v.string()), description: v.optional(v.string()) }));
const parameters = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.values(operations).flatMap((operation) =>
    v
      .parse(Parameters, 'parameters' in operation ? operation.parameters : [])
      .flatMap(({ name, description }) => (name === undefined ? [] : [{ parameter: `${path} ${name}`, description }])),
  ),
);

describe('the descriptions of the document', () => {
  it('cover every field, except references to a described component', () => {
    const missing = fields.filter(({ part }) => part.description === undefined && !('$ref' in part));
    expect(missing.map(({ field }) => field)).toEqual([]);
  });

  it('cover every parameter', () => {
    const missing = parameters.filter(({ description }) => description === undefined);
    expect(missing.map(({ parameter }) => parameter)).toEqual([]);
    expect(parameters.length).toBeGreaterThan(20);
  });

  it('are sentences: they begin with a capital letter or code, and end with a full stop', () => {
    const wrong = fields.filter(({ part: { description } }) => description && !/^[A-Z`].*\.$/s.test(description));
    expect(wrong.map(({ field }) => field)).toEqual([]);
  });
});
