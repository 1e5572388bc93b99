import type { JsonSchema } from '@valibot/to-json-schema';
import { errorSchemas } from '#infra/generate/openapi/error-answers.ts';
import type { OpenApiDocument, Operation } from '#infra/generate/openapi/openapi-types.ts';

/** An object with more properties than this has a name, so that generated code has one type for it. */
const MAX_UNNAMED_PROPERTIES = 5;
const ERRORS: ReadonlySet<string> = new Set(Object.keys(errorSchemas).map((name) => `#/components/schemas/${name}`));
/** With which the name of an operation begins, alone or before a noun: `ping`, `listCalls`. */
export const USUAL_VERBS = (
  'add cancel check copy count create delete disable enable end export get import list make move pause ping remove ' +
  'replay restore resume rotate search send set start stop test update verify'
).split(' ');
const BEGINS_WITH_VERB = new RegExp(`^(?:${USUAL_VERBS.join('|')})(?![a-z])`);

/**
 * What generators of clients stumble over, beside what Redocly finds: each problem in one line with its place. Tried with
 * openapi-typescript, hey-api, orval and oazapfts.
 */
export function generationProblems(document: OpenApiDocument): string[] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const hooks = Object.entries(document.webhooks).map(([name, { post }]) => ({ name, ...post }));
  return [
    ...operations.flatMap(operationProblems),
    ...hooks.flatMap(({ name, parameters, requestBody }) => schemasIn({ parameters, requestBody }, `webhook ${name}`)),
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => schemaProblems(schema, name, true)),
  ];
}

function operationProblems(operation: Operation): string[] {
  const { operationId, responses, parameters = [], requestBody } = operation;
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const unnamed = errors.filter(([, { content }]) => !ERRORS.has(content['application/json'].schema.$ref ?? ''));
  return [
    ...(BEGINS_WITH_VERB.test(operationId) ? [] : [`${operationId}: a name without a usual verb`]),
    ...(/Alias\d*$/.test(operationId) && !operation.deprecated
      ? [`${operationId}: an alias that is not deprecated`]
      : []),
    ...unnamed.map(([status]) => `${operationId} ${status}: an error without a name`),
    ...parameters.flatMap((one) =>
      'in' in one && one.example === undefined ? [`${operationId} ${one.name}: no example`] : [],
    ),
    ...schemasIn({ responses, parameters, requestBody }, operationId),
  ];
}

/** The problems of every schema in a part of the document, wherever it stands. */
function schemasIn(part: unknown, place: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'examples' || key === 'example') return [];
    return key === 'schema' ? schemaProblems(value, place) : schemasIn(value, `${place}.${key}`);
  });
}

function schemaProblems(schema: JsonSchema, place: string, isNamed = false): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  const parts: Array<[string, unknown]> = [
    ...Object.entries(properties),
    ['[]', items],
    ...[...anyOf, ...oneOf].map((one): [string, unknown] => ['|', one]),
  ];
  return [
    ...ownProblems(schema, isNamed).map((problem) => `${place}: ${problem}`),
    ...parts.flatMap(([name, part]) =>
      typeof part === 'object' && part !== null ? schemaProblems(part, `${place}.${name}`) : [],
    ),
  ];
}

function ownProblems({ $ref, type, properties = {}, ...schema }: JsonSchema, isNamed: boolean): string[] {
  if ($ref !== undefined) return [];
  const types = [type].flat();
  const count = Object.keys(properties).length;
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const isUnion = options.filter((one) => typeof one === 'object' && one.type !== 'null').some(isObject);
  const isBounded = schema.enum !== undefined || (isSafe(schema.minimum) && isSafe(schema.maximum));
  return [
    ...(isUnion ? ['a union of objects without a name'] : []),
    ...(count > MAX_UNNAMED_PROPERTIES && !isNamed ? [`an object of ${count} properties without a name`] : []),
    ...(types.includes('object') && count === 0 && schema.additionalProperties === undefined
      ? ['a map without additionalProperties, which generators take for an empty object']
      : []),
    ...(types.includes('integer') && schema.format !== undefined ? ['an integer with a format becomes a BigInt'] : []),
    ...(types.includes('integer') && !isBounded ? ['an integer without bounds that a number can hold'] : []),
  ];
}

const isObject = (one: JsonSchema | boolean) => typeof one === 'object' && one.type === 'object';
const isSafe = (bound: number | undefined) => bound !== undefined && Number.isSafeInteger(bound);
