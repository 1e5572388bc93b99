import * as v from 'valibot';

export const parameterTypes = ['object', 'array', 'string', 'number', 'integer', 'boolean'] as const;

/** A subset of JSON Schema: what both engines pass on to their models, and what the service can check itself. */
export interface ParameterSchema {
  type: (typeof parameterTypes)[number];
  description?: string | undefined;
  enum?: Array<string | number> | undefined;
  properties?: Record<string, ParameterSchema> | undefined;
  required?: string[] | undefined;
  items?: ParameterSchema | undefined;
  additionalProperties?: boolean | undefined;
}

export const parameterSources = ['model', 'variable', 'fixed'] as const;

/** Of the first level: the model gives the value, or it may not. */
export interface ToolParameter extends ParameterSchema {
  source?: (typeof parameterSources)[number] | undefined;
  /** The name of the variable, if it is not that of the parameter. */
  variable?: string | undefined;
  /** The value of a fixed one. Its texts are templates. */
  value?: unknown;
  /** The variable with the list that the model may choose from. */
  allowed_from?: string | undefined;
}

export interface ObjectSchema {
  type: 'object';
  description?: string | undefined;
  properties: Record<string, ToolParameter>;
  required?: string[] | undefined;
  additionalProperties?: boolean | undefined;
}

const common = {
  type: v.picklist(parameterTypes),
  description: v.optional(v.string()),
  enum: v.optional(v.array(v.union([v.string(), v.number()]))),
  properties: v.optional(
    v.record(
      v.string(),
      v.lazy(() => Parameter),
    ),
  ),
  required: v.optional(v.array(v.string())),
  items: v.optional(v.lazy(() => Parameter)),
  additionalProperties: v.optional(v.boolean()),
};

const Parameter: v.GenericSchema<unknown, ParameterSchema> = v.object(common);

export const ObjectSchema: v.GenericSchema<unknown, ObjectSchema> = v.object({
  type: v.literal('object'),
  description: v.optional(v.string()),
  properties: v.optional(
    v.record(
      v.string(),
      v.object({
        ...common,
        source: v.optional(v.picklist(parameterSources)),
        variable: v.optional(v.string()),
        value: v.optional(v.unknown()),
        allowed_from: v.optional(v.string()),
      }),
    ),
    () => ({}),
  ),
  required: v.optional(v.array(v.string())),
  additionalProperties: v.optional(v.boolean()),
});

/** Enough for the model to repair its call. */
const MOST_PROBLEMS = 5;

/** Sentences for the model about arguments that do not fit. Empty: they fit. */
export function findArgumentProblems(schema: ParameterSchema, args: unknown): string[] {
  return [...problemsOf(schema, args, '')].slice(0, MOST_PROBLEMS);
}

function* problemsOf(schema: ParameterSchema, value: unknown, path: string): Generator<string> {
  const name = path === '' ? 'The arguments' : path;
  if (!hasType(schema.type, value)) {
    yield `${name} must be ${words[schema.type]}.`;
    return;
  }
  const { enum: allowed } = schema;
  if (allowed && !allowed.some((one) => one === value)) yield `${name} must be one of: ${allowed.join(', ')}.`;
  const below = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) if (schema.items) yield* problemsOf(schema.items, item, below(index));
  } else if (isObject(value)) yield* problemsOfObject(schema, value, below);
}

function* problemsOfObject(
  { properties = {}, required = [], additionalProperties = false }: ParameterSchema,
  value: Readonly<Record<string, unknown>>,
  below: (key: string) => string,
): Generator<string> {
  for (const key of required) if (!Object.hasOwn(value, key)) yield `${below(key)} is missing.`;
  for (const [key, part] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (schema) yield* problemsOf(schema, part, below(key));
    else if (!additionalProperties) yield `${below(key)} is not a parameter.`;
  }
}

const words: Readonly<Record<ParameterSchema['type'], string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

function hasType(type: ParameterSchema['type'], value: unknown): boolean {
  return types[type](value);
}

const types: Readonly<Record<ParameterSchema['type'], (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
};

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
