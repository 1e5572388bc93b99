import type { JsonSchema } from '@valibot/to-json-schema';

/** An example of what a schema allows, made of the examples of its parts. */
export function exampleOf(schema: JsonSchema | boolean, components: Record<string, JsonSchema>): unknown {
  if (typeof schema === 'boolean') return {};
  if (schema.$ref !== undefined) return exampleOf(components[schema.$ref.split('/').at(-1) ?? ''] ?? true, components);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [option] = schema.anyOf ?? schema.oneOf ?? [];
  if (option !== undefined) return exampleOf(option, components);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return exampleObject(schema, components);
  if (type === 'array') return exampleArray(schema, components);
  return type === 'boolean' ? true : null;
}

function exampleObject({ properties = {} }: JsonSchema, components: Record<string, JsonSchema>): unknown {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, exampleOf(part, components)]));
}

function exampleArray({ items, maxItems }: JsonSchema, components: Record<string, JsonSchema>): unknown {
  if (maxItems === 0 || items === undefined || Array.isArray(items)) return [];
  return [exampleOf(items, components)];
}
