import * as v from 'valibot';
import { ObjectSchema, type ParameterSchema } from '#shared/tools/parameter-schema.ts';

export const toolMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ToolMethod = (typeof toolMethods)[number];

export const simpleTypes = ['string', 'number', 'boolean'] as const;

export const DEFAULT_TIMEOUT_SECONDS = 10;
export const MOST_TIMEOUT_SECONDS = 30;
export const MOST_TOOLS_OF_USER = 100;
export const MOST_TOOLS_OF_ASSISTANT = 20;

const ToolHeader = v.object({
  name: v.string(),
  /** What a reader sees of the value: bullets, and its last characters. The value is in the secret of the tool. */
  masked: v.string(),
});
export type ToolHeader = v.InferOutput<typeof ToolHeader>;

const SimpleParameter = v.object({ name: v.string(), type: v.picklist(simpleTypes), description: v.string() });
export type SimpleParameter = v.InferOutput<typeof SimpleParameter>;

const Assignment = v.object({
  variable: v.string(),
  path: v.string(),
  /** The value is kept from the model and from the transcript. */
  sensitive: v.optional(v.boolean(), false),
});
export type Assignment = v.InferOutput<typeof Assignment>;

export const UserToolItem = v.object({
  id: v.number(),
  userId: v.number(),
  name: v.string(),
  description: v.string(),
  endpoint: v.string(),
  method: v.picklist(toolMethods),
  timeoutSeconds: v.number(),
  headers: v.array(ToolHeader),
  schema: v.array(SimpleParameter),
  /** It wins over `schema`. */
  parameters: v.nullable(v.pipe(v.string(), v.parseJson(), ObjectSchema)),
  waitMessage: v.optional(v.nullable(v.string()), null),
  assignments: v.optional(v.array(Assignment), () => []),
  /** The paths of what the model is told. Null: all of it. */
  responseFilter: v.optional(v.nullable(v.array(v.string())), null),
  repeatable: v.optional(v.boolean(), false),
  idempotent: v.optional(v.boolean(), false),
  createdAt: v.number(),
  updatedAt: v.number(),
  version: v.number(),
});
export type UserTool = v.InferOutput<typeof UserToolItem>;

export const toUserToolItem = (tool: UserTool) =>
  ({
    ...tool,
    parameters: tool.parameters && JSON.stringify(tool.parameters),
  }) satisfies v.InferInput<typeof UserToolItem>;

export interface UserToolStore {
  create(tool: UserTool, secret: SealedHeaders): Promise<'created' | 'id_taken' | 'name_taken' | 'too_many'>;
  get(userId: number, toolId: number): Promise<UserTool | undefined>;
  /** In the order of the ids. Those that do not exist are left out. */
  getSome(userId: number, toolIds: readonly number[]): Promise<UserTool[]>;
  /** Newest first. */
  list(userId: number): Promise<UserTool[]>;
  replace(before: UserTool, after: UserTool, secret: SealedHeaders): Promise<'replaced' | 'conflict' | 'name_taken'>;
  delete(tool: UserTool): Promise<'deleted' | 'conflict'>;
  getSecret(userId: number, toolId: number): Promise<SealedHeaders | undefined>;
}

/** The values of the headers, encrypted: see tool-secrets.ts. */
export interface SealedHeaders {
  keyId: string;
  wrappedKey: string;
  content: string;
}

/** It only reads, or its receiver knows the key: it may be sent again with the same key. */
export const isSafeTool = ({ method, idempotent }: Pick<UserTool, 'method' | 'idempotent'>): boolean =>
  method === 'GET' || idempotent;

export function parametersOf({ parameters, schema }: Pick<UserTool, 'parameters' | 'schema'>): ObjectSchema {
  if (parameters) return parameters;
  const properties = schema.map(({ name, type, description }) => [name, { type, description }]);
  return { type: 'object', properties: Object.fromEntries(properties), required: schema.map(({ name }) => name) };
}

type ModelParameters = ParameterSchema & { type: 'object'; properties: Record<string, ParameterSchema> };

/** What the model may give: without the values that it may not choose, and with the list that it may choose from. */
export function modelParametersOf(
  tool: Pick<UserTool, 'parameters' | 'schema'>,
  variables: Readonly<Record<string, unknown>>,
): ModelParameters {
  const { properties, required, description, additionalProperties = false } = parametersOf(tool);
  const ofModel = Object.entries(properties).flatMap(([name, parameter]) => {
    const { source = 'model', variable: _, value: __, allowed_from: list, ...schema } = parameter;
    if (source !== 'model') return [];
    return [[name, list === undefined ? schema : { ...schema, enum: allowedValues(variables[list], schema.type) }]];
  });
  const offered = Object.fromEntries(ofModel);
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties: offered,
    required: required?.filter((name) => Object.hasOwn(offered, name)) ?? [],
    additionalProperties,
  };
}

/** A list, or a text of JSON or with commas. Without a value the model may choose nothing. */
function allowedValues(list: unknown, type: ParameterSchema['type']): Array<string | number> {
  const values = typeof list === 'string' ? splitList(list) : list;
  if (!Array.isArray(values)) return [];
  const isNumber = type === 'number' || type === 'integer';
  return values.flatMap((value: unknown) => {
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return [isNumber ? Number(value) : String(value)];
  });
}

function splitList(text: string): unknown {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(v.unknown())), text);
  return json.success ? json.output : text.split(',').map((one) => one.trim());
}
