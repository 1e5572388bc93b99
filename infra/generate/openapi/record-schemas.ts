import type { JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { jsonSchema, type Components } from '#infra/generate/openapi/json-schema.ts';

const Inner = v.object({
  wrapped: v.optional(v.unknown()),
  item: v.optional(v.unknown()),
  entries: v.optional(v.record(v.string(), v.unknown()), {}),
  options: v.optional(v.array(v.unknown()), []),
});

/** Every schema with a title, wherever it stands in what the service sends: a component of its own. */
export function recordSchemas(sent: readonly v.GenericSchema[]): RecordSchemas {
  const components = new Map<string, v.GenericSchema>();
  for (const schema of sent) collect(schema, components);
  const schemas = Object.fromEntries(
    [...components].map(([name, schema]) => {
      const others = new Map([...components].filter(([other]) => other !== name));
      return [name, openSchema(jsonSchema(schema, others))];
    }),
  );
  return { components, schemas };
}

/**
 * What the service sends may have more fields one day, and a message another wording: a client must not break on either. So no
 * object is closed, and `message` is any text, with the present one as its example.
 */
export function openSchema(schema: JsonSchema): JsonSchema {
  const { additionalProperties, title: _, propertyNames: __, ...rest } = schema;
  const isMap = rest.type === 'object' && Object.keys(rest.properties ?? {}).length === 0;
  const values = isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0;
  return {
    ...rest,
    ...(isMap || additionalProperties === true ? { additionalProperties: values ? additionalProperties : true } : {}),
    ...(rest.properties && { properties: openProperties(rest.properties) }),
    ...(isSchema(rest.items) && { items: openSchema(rest.items) }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map((one) => (isSchema(one) ? openSchema(one) : one)) }),
  };
}

type Properties = NonNullable<JsonSchema['properties']>;

function openProperties(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [
      name,
      isSchema(part) ? openSchema(name === 'message' ? anyMessage(part) : part) : part,
    ]),
  );
}

function anyMessage({ const: only, enum: several }: JsonSchema): JsonSchema {
  return { type: 'string', examples: several ?? (only === undefined ? [] : [only]) };
}

function isSchema(part: unknown): part is JsonSchema {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

function collect(schema: unknown, into: Map<string, v.GenericSchema>): void {
  if (!isValibotSchema(schema)) return;
  const title = 'pipe' in schema ? v.getTitle(schema) : undefined;
  if (title !== undefined) into.set(title, schema);
  const { wrapped, item, entries, options } = v.parse(Inner, schema);
  for (const part of [wrapped, item, ...Object.values(entries), ...options]) collect(part, into);
}

function isValibotSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}

export interface RecordSchemas {
  components: Components;
  /** The same in JSON Schema. */
  schemas: Record<string, JsonSchema>;
}
