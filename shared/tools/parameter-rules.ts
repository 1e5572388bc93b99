import * as v from 'valibot';
import { sentences } from '#shared/platform/errors.ts';
import { describedAs } from '#shared/platform/http/fields.ts';
import { isObject, ObjectSchema, parameterSources, parameterTypes } from '#shared/tools/parameter-schema.ts';
import { VARIABLE_NAME } from '#shared/tools/tool-template.ts';

export const MOST_LEVELS = 5;
export const MOST_BYTES = 16_384;
const MOST_OPTIONS = 100;

/** What a tool may say about its parameters. What the service would not check is refused, not ignored. @__NO_SIDE_EFFECTS__ */
export function parametersField() {
  return v.pipe(
    v.unknown(),
    v.rawCheck<unknown>(({ dataset, addIssue }) => {
      for (const { path, sentence } of findSchemaProblems(dataset.value)) {
        const steps = path.map((key) => ({
          type: 'unknown' as const,
          origin: 'value' as const,
          input: {},
          key,
          value: {},
        }));
        const [first, ...rest] = steps;
        addIssue({ message: sentence, ...(first && { path: [first, ...rest] }) });
      }
    }),
    v.transform((input) => withoutDialect(input)),
    ObjectSchema,
    describedAs({ type: 'object', additionalProperties: true }),
  );
}

interface SchemaProblem {
  path: string[];
  sentence: string;
}

export function findSchemaProblems(schema: unknown): SchemaProblem[] {
  const bytes = Buffer.byteLength(JSON.stringify(schema ?? null));
  if (bytes > MOST_BYTES) return [{ path: [], sentence: sentences.maxJson(MOST_BYTES, 'bytes', bytes) }];
  return [...problemsAt(withoutDialect(schema), [])];
}

/** Generators of JSON Schema name their dialect. */
function withoutDialect(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { $schema: _, ...rest } = schema;
  return rest;
}

type Path = readonly string[];
type Level = Readonly<Record<string, unknown>>;

/** `properties` or `items` lies between two levels. */
const levelOf = (path: Path) =>
  path.filter((key, index) => key === 'items' || path[index - 1] === 'properties').length + 1;

const everywhere = ['type', 'description', 'enum', 'properties', 'required', 'items', 'additionalProperties', 'title'];
const ofFirstLevel = ['source', 'variable', 'value', 'allowed_from'];

function* problemsAt(schema: unknown, path: Path): Generator<SchemaProblem> {
  const at = () => [...path];
  if (!isObject(schema)) yield { path: at(), sentence: sentences.object };
  else if (levelOf(path) > MOST_LEVELS) yield { path: at(), sentence: sentences.depth(MOST_LEVELS) };
  else yield* problemsOfLevel(schema, path);
}

function* problemsOfLevel(schema: Level, path: Path): Generator<SchemaProblem> {
  const at = (...keys: string[]) => [...path, ...keys];
  const isParameter = path.length === 2 && path[0] === 'properties';
  const known = new Set(isParameter ? [...everywhere, ...ofFirstLevel] : everywhere);
  for (const key of Object.keys(schema)) if (!known.has(key)) yield { path: at(key), sentence: sentences.notSupported };
  const { type, description, enum: options, additionalProperties: others } = schema;
  const isType = path.length === 0 ? type === 'object' : parameterTypes.some((one) => one === type);
  if (!isType) yield { path: at('type'), sentence: type === undefined ? sentences.required : sentences.selected };
  if (description !== undefined && typeof description !== 'string')
    yield { path: at('description'), sentence: sentences.string };
  if (options !== undefined && !isOptions(options, type)) yield { path: at('enum'), sentence: sentences.format };
  if (others !== undefined && typeof others !== 'boolean')
    yield { path: at('additionalProperties'), sentence: sentences.boolean };
  if (isParameter) yield* problemsOfSource(schema, path);
  yield* problemsOfParts(schema, path);
}

function isOptions(options: unknown, type: unknown): boolean {
  const isNumber = type === 'number' || type === 'integer';
  const isOption = (one: unknown) => (isNumber ? Number.isFinite(one) : type === 'string' && typeof one === 'string');
  return Array.isArray(options) && options.length > 0 && options.length <= MOST_OPTIONS && options.every(isOption);
}

const PARAMETER_NAME = /^(?!(?:__proto__|constructor|prototype)$)[A-Za-z_][\w-]{0,63}$/;

function* problemsOfParts(schema: Level, path: Path): Generator<SchemaProblem> {
  const { type, properties, required, items } = schema;
  if (type === 'array' && items === undefined) yield { path: [...path, 'items'], sentence: sentences.required };
  if (items !== undefined) yield* problemsAt(items, [...path, 'items']);
  if (properties !== undefined && !isObject(properties))
    yield { path: [...path, 'properties'], sentence: sentences.object };
  const parts = isObject(properties) ? properties : {};
  for (const [name, part] of Object.entries(parts)) {
    const inPart = [...path, 'properties', name];
    if (!PARAMETER_NAME.test(name)) yield { path: inPart, sentence: sentences.format };
    else yield* problemsAt(part, inPart);
  }
  if (required !== undefined && !Array.isArray(required))
    yield { path: [...path, 'required'], sentence: sentences.array };
  if (!areKnown(required, parts)) yield { path: [...path, 'required'], sentence: sentences.selected };
}

const areKnown = (required: unknown, parts: Level) =>
  !Array.isArray(required) || required.every((name) => typeof name === 'string' && Object.hasOwn(parts, name));

/** The model gives the value, or it comes from a variable, or it is fixed. */
function* problemsOfSource(schema: Level, path: Path): Generator<SchemaProblem> {
  const at = (key: string) => [...path, key];
  const { source = 'model', variable, value, allowed_from: list, type } = schema;
  if (!parameterSources.some((one) => one === source)) yield { path: at('source'), sentence: sentences.selected };
  const isName = (name: unknown) => name === undefined || (typeof name === 'string' && VARIABLE_NAME.test(name));
  for (const key of ['variable', 'allowed_from'])
    if (!isName(schema[key])) yield { path: at(key), sentence: sentences.format };
  if (variable !== undefined && source !== 'variable') yield { path: at('variable'), sentence: sentences.notSupported };
  if (value !== undefined && source !== 'fixed') yield { path: at('value'), sentence: sentences.notSupported };
  if (value === undefined && source === 'fixed') yield { path: at('value'), sentence: sentences.required };
  const mayChoose = source === 'model' && (type === 'string' || type === 'number' || type === 'integer');
  if (list !== undefined && !mayChoose) yield { path: at('allowed_from'), sentence: sentences.notSupported };
}
