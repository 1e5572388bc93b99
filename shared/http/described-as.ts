import * as v from 'valibot';

type JsonSchema = Readonly<Record<string, unknown>>;

/** What the API reference is told by `metadata` where a schema says it by code. */
export const SchemaHint = v.object({
  /** In place of everything that the pipe says before it. */
  jsonSchema: v.optional(v.record(v.string(), v.unknown())),
  /** Text must have a character that is no space. */
  notBlank: v.optional(v.boolean()),
});

export function describedAs<Input>(jsonSchema: JsonSchema): v.MetadataAction<Input, { jsonSchema: JsonSchema }> {
  return v.metadata({ jsonSchema });
}
