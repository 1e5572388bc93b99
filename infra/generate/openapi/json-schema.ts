import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { builtInTools } from '#shared/built-in-tools.ts';

type ActionContext = Parameters<NonNullable<ConversionConfig['overrideAction']>>[0];
type SchemaContext = Parameters<NonNullable<ConversionConfig['overrideSchema']>>[0];

/** Record schemas by the name of their component. */
export type Components = ReadonlyMap<string, v.GenericSchema>;

/**
 * Our request fields look at any input first, for sentences of their own, and only then ask for what the contract names.
 * Of such a pipe the last schema counts, and what comes after it.
 */
const config: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'output',
  ignoreActions: ['check', 'finite', 'raw_check', 'raw_transform', 'readonly', 'transform', 'trim'],
  overrideAction: (context) => readHint(context) ?? simplerAction(context),
  overrideSchema: simplerSchema,
};

/** A schema in JSON Schema 2020-12, as OpenAPI 3.1 has it; records become references to their components. */
export function jsonSchema(schema: v.GenericSchema, components: Components = new Map()): JsonSchema {
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = toJsonSchema(schema, {
    ...config,
    definitions: Object.fromEntries(components),
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  });
  return rest;
}

/** What `metadata` tells where a schema says it by code. */
const WithHint = v.object({
  metadata: v.object({
    /** In place of everything that the pipe says before it. */
    jsonSchema: v.optional(v.record(v.string(), v.unknown())),
    /** Text must have a character that is no space. */
    notBlank: v.optional(v.boolean()),
    /** The name of a tool. Users may have tools of their own one day, so any text. */
    isToolName: v.optional(v.boolean()),
  }),
});

function readHint({ valibotAction, jsonSchema }: ActionContext): JsonSchema | undefined {
  const parsed = v.safeParse(WithHint, valibotAction);
  if (!parsed.success) return undefined;
  const { jsonSchema: told, notBlank, isToolName } = parsed.output.metadata;
  if (told) return told;
  if (isToolName) {
    const { isToolName: _, ...rest } = { isToolName, ...jsonSchema };
    return { ...rest, examples: builtInTools.map(({ name }) => name) };
  }
  if (notBlank === undefined) return undefined;
  const { notBlank: _, ...rest } = { notBlank, ...jsonSchema };
  const isFreeText = rest.type === 'string' && rest.enum === undefined && rest.format === undefined;
  return isFreeText ? { ...rest, minLength: 1 } : rest;
}

function simplerAction({ valibotAction, jsonSchema }: ActionContext): JsonSchema | undefined {
  if (valibotAction.type !== 'not_value' || jsonSchema.enum === undefined) return undefined;
  const { not: refused, ...rest } = jsonSchema;
  const value = typeof refused === 'object' ? refused.const : undefined;
  return { ...rest, enum: jsonSchema.enum.filter((option) => option !== value) };
}

function simplerSchema({ valibotSchema, jsonSchema }: SchemaContext): JsonSchema {
  if (valibotSchema.type === 'custom') return { type: 'object', additionalProperties: true };
  if (typeof jsonSchema.const === 'string') return { type: 'string', ...jsonSchema };
  const { required = [], ...rest } = jsonSchema;
  const schema = required.length === 0 ? rest : jsonSchema;
  // Query values have their defaults as text.
  if (schema.type === 'integer' && typeof schema.default === 'string') {
    return { ...schema, default: Number(schema.default) };
  }
  return withNull(schema);
}

/** A type that may be null as `type: [string, null]`, where it is no component. */
function withNull(schema: JsonSchema): JsonSchema {
  const [inner, none] = schema.anyOf ?? [];
  if (typeof inner !== 'object' || typeof none !== 'object' || none.type !== 'null') return schema;
  if (inner.type === undefined) return schema;
  const { anyOf: _, ...rest } = schema;
  const values = inner.enum === undefined ? {} : { enum: [...inner.enum, null] };
  return { ...inner, ...rest, ...values, type: [...[inner.type].flat(), 'null'] };
}
