import * as v from 'valibot';
import { jsonSchema } from '#infra/openapi/json-schema.ts';
import type { RecordSchemas } from '#infra/openapi/operation.ts';

const Inner = v.object({
  wrapped: v.optional(v.unknown()),
  item: v.optional(v.unknown()),
  entries: v.optional(v.record(v.string(), v.unknown()), {}),
  options: v.optional(v.array(v.unknown()), []),
});

/** Every schema with a title, wherever it stands in the answers: records that several endpoints share. */
export function recordSchemas(answers: readonly v.GenericSchema[]): RecordSchemas {
  const components = new Map<string, v.GenericSchema>();
  for (const answer of answers) collect(answer, components);
  const schemas = Object.fromEntries(
    [...components].map(([name, schema]) => {
      const others = new Map([...components].filter(([other]) => other !== name));
      return [name, jsonSchema(schema, others)];
    }),
  );
  return { components, schemas };
}

function collect(schema: unknown, into: Map<string, v.GenericSchema>): void {
  if (!isSchema(schema)) return;
  const title = 'pipe' in schema ? v.getTitle(schema) : undefined;
  if (title !== undefined) into.set(title, schema);
  const { wrapped, item, entries, options } = v.parse(Inner, schema);
  for (const part of [wrapped, item, ...Object.values(entries), ...options]) collect(part, into);
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}
