import * as v from 'valibot';

type Schema = v.InferOutput<typeof SchemaShape>;

/** The parts of a schema that are read. Each has more. */
const SchemaShape = v.looseObject({
  $ref: v.optional(v.string()),
  type: v.optional(v.union([v.string(), v.array(v.string())])),
  enum: v.optional(v.array(v.unknown())),
  const: v.optional(v.unknown()),
  anyOf: v.optional(v.array(v.lazy((): v.GenericSchema<unknown, unknown> => SchemaShape))),
  items: v.optional(v.lazy((): v.GenericSchema<unknown, unknown> => SchemaShape)),
  properties: v.optional(
    v.record(
      v.string(),
      v.lazy((): v.GenericSchema<unknown, unknown> => SchemaShape),
    ),
  ),
  required: v.optional(v.array(v.string()), []),
  additionalProperties: v.optional(v.unknown()),
  description: v.optional(v.string()),
});

const Content = v.object({ content: v.optional(v.object({ 'application/json': v.object({ schema: SchemaShape }) })) });

const Operation = v.looseObject({
  operationId: v.string(),
  summary: v.optional(v.string(), ''),
  description: v.optional(v.string(), ''),
  deprecated: v.optional(v.boolean(), false),
  parameters: v.optional(
    v.array(
      v.looseObject({
        $ref: v.optional(v.string()),
        name: v.optional(v.string(), ''),
        in: v.optional(v.string(), ''),
        required: v.optional(v.boolean(), false),
        schema: v.optional(SchemaShape, {}),
      }),
    ),
    [],
  ),
  requestBody: v.optional(Content),
  responses: v.record(v.string(), v.looseObject({ content: v.optional(v.record(v.string(), v.unknown())) })),
});
type Operation = v.InferOutput<typeof Operation>;

const Document = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.looseObject({ schemas: v.record(v.string(), SchemaShape) }),
});

const HEAD = '# Written from the OpenAPI document by `npm run generate`.\nfrom __future__ import annotations\n\n';
/** Programs do not call these operations. */
const LEFT_OUT = ['getOpenapi', 'getRecording'];

const schemaOf = (value: unknown): Schema => v.parse(SchemaShape, value);

/** `types.py`: a TypedDict for each named schema of the document. */
export function pythonTypes(document: unknown): string {
  const { components } = v.parse(Document, document);
  const classes = Object.entries(components.schemas)
    .filter(([name]) => !/^Get(?:Openapi|Recording)Response$/.test(name))
    .map(([name, schema]) => typedDict(name, schema));
  return `${HEAD}from typing import Any, Dict, List, Literal, Optional, TypedDict, Union\n\n\n${classes.join('\n\n\n')}\n`;
}

/** Python 3.10 has no NotRequired: the required keys are a class of their own. */
function typedDict(name: string, schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return `${name} = ${mapOf(schema)}`;
  const isRequired = ([field]: [string, unknown]) => schema.required.includes(field);
  const required = fields.filter(isRequired);
  const optional = fields.filter((field) => !isRequired(field));
  // The functional form takes keys that are not names of Python, such as `from` and `webhook-id`.
  if (fields.some(([field]) => !/^[a-z_]\w*$/i.test(field) || PYTHON_WORDS.has(field))) {
    const entries = fields.map(([field, one]) => `    "${field}": ${quoted(pythonType(schemaOf(one)))},`);
    return `${name} = TypedDict(\n    "${name}",\n    {\n    ${entries.join('\n    ')}\n    },\n    total=${optional.length === 0 ? 'True' : 'False'},\n)`;
  }
  const body = (some: typeof fields) =>
    some.map(([field, one]) => `    ${field}: ${pythonType(schemaOf(one))}`).join('\n');
  const text = schema.description === undefined ? '' : `    """${schema.description}"""\n\n`;
  if (optional.length === 0) return `class ${name}(TypedDict):\n${text}${body(required)}`;
  if (required.length === 0) return `class ${name}(TypedDict, total=False):\n${text}${body(optional)}`;
  return `class _${name}(TypedDict):\n${body(required)}\n\n\nclass ${name}(_${name}, total=False):\n${text}${body(optional)}`;
}

const PYTHON_WORDS = new Set(['from', 'class', 'def', 'import', 'pass', 'global', 'lambda', 'None', 'async', 'await']);
const quoted = (type: string) => `"${type.replaceAll('"', "'")}"`;

function pythonType(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  const types = [schema.type ?? []].flat();
  if (schema.enum)
    return optionalIf(
      schema.enum.includes(null),
      `Literal[${schema.enum
        .filter((one) => one !== null)
        .map(literal)
        .join(', ')}]`,
    );
  if (schema.anyOf) {
    const parts = schema.anyOf.map(schemaOf);
    const isNull = (part: Schema) => part.type === 'null';
    const others = [...new Set(parts.filter((part) => !isNull(part)).map(pythonType))];
    return optionalIf(parts.some(isNull), others.length === 1 ? (others[0] ?? 'Any') : `Union[${others.join(', ')}]`);
  }
  const [first, ...more] = types.filter((one) => one !== 'null').map((type) => plainType(type, schema));
  if (first === undefined) return 'Any';
  return optionalIf(types.includes('null'), more.length === 0 ? first : `Union[${[first, ...more].join(', ')}]`);
}

function plainType(type: string, schema: Schema): string {
  if (type === 'array') return `List[${schema.items === undefined ? 'Any' : pythonType(schemaOf(schema.items))}]`;
  if (type === 'object') return mapOf(schema);
  const names: Record<string, string> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };
  return names[type] ?? 'Any';
}

function mapOf({ additionalProperties }: Schema): string {
  const isTyped = typeof additionalProperties === 'object' && additionalProperties !== null;
  return `Dict[str, ${isTyped ? pythonType(schemaOf(additionalProperties)) : 'Any'}]`;
}

const optionalIf = (isNullable: boolean, type: string) => (isNullable && type !== 'Any' ? `Optional[${type}]` : type);
const literal = (value: unknown) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value));
const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `operations.py`: a method for each operation that is not deprecated, and the statuses of a call that is not over. */
export function pythonOperations(document: unknown, { openStatuses }: { openStatuses: readonly string[] }): string {
  const { paths, components } = v.parse(Document, document);
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { deprecated, operationId }]) => !deprecated && !LEFT_OUT.includes(operationId))
      .map(([method, operation]) => methodText(method.toUpperCase(), path, operation, components.schemas)),
  );
  return `${HEAD}from typing import Any, Dict, List, Literal, Optional, Union
from urllib.parse import quote

from . import types
from ._http import Http
from .pages import Pages

# A status that is not known yet counts as final.
OPEN_STATUSES = (${openStatuses.map((status) => `"${status}"`).join(', ')})


class Operations:
    """The operations of the API, one method each, by the names of the reference."""

    def __init__(self, http: Http) -> None:
        self._http = http

${methods.join('\n\n')}
`;
}

function methodText(method: string, path: string, operation: Operation, schemas: Record<string, Schema>): string {
  const own = operation.parameters.filter(({ $ref }) => $ref === undefined);
  const hasKey = own.length < operation.parameters.length;
  const answer = answerOf(operation, schemas);
  const query = own
    .filter(({ in: place }) => place === 'query')
    .filter(({ name }) => answer.row === undefined || name !== 'page');
  const body = operation.requestBody?.content?.['application/json'].schema;
  const optional = query.filter(({ required }) => !required);
  const positional = [
    ...own
      .filter(({ in: place }) => place === 'path')
      .map(({ name, schema }) => `${name}: ${inOperations(pythonType(schema))}`),
    ...query
      .filter(({ required }) => required)
      .map(({ name, schema }) => `${name}: ${inOperations(pythonType(schema))}`),
    ...(body === undefined ? [] : [`body: ${inOperations(pythonType(body))}`]),
  ];
  const named = [
    ...optional.map(({ name, schema }) => `${name}: Optional[${inOperations(pythonType(schema))}] = None`),
    ...(hasKey ? ['idempotency_key: Optional[str] = None'] : []),
  ];
  const signature = ['self', ...positional, ...(named.length > 0 ? ['*', ...named] : [])].join(', ');
  const address = path.includes('{')
    ? `f"${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{quote(str(${name}), safe='')}`)}"`
    : `"${path}"`;
  const parts = [
    ...(query.length === 0 ? [] : [`query={${query.map(({ name }) => `"${name}": ${name}`).join(', ')}}`]),
    ...(body === undefined ? [] : ['body=body']),
    ...(hasKey ? ['idempotency_key=self._http.key(idempotency_key)'] : []),
  ];
  const request = `self._http.send(${[`"${method}"`, address, ...parts].join(', ')})`;
  const pages = `Pages(self._http, ${[address, ...parts].join(', ').replace('query=', '')})`;
  const type = answer.row === undefined ? answer.type : `Pages[${answer.row}]`;
  return `    def ${snake(operation.operationId)}(${signature}) -> ${type}:
        """${operation.summary}.

${wrapped(operation.description)}
        """
        ${answer.row === undefined ? `answer: ${type} = ${request}\n        return answer` : `return ${pages}`}`;
}

/** A description in lines of the width of the Python code. */
function wrapped(text: string): string {
  const lines = text.split(' ').reduce<string[]>((before, word) => {
    const last = before.at(-1);
    if (last === undefined || last.length + word.length >= 110) return [...before, word];
    return [...before.slice(0, -1), `${last} ${word}`];
  }, []);
  return lines.map((line) => `        ${line}`).join('\n');
}

/** The type of the answer of an operation; of a list with pages, also that of its rows. */
function answerOf({ responses }: Operation, schemas: Record<string, Schema>): { type: string; row?: string } {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const media = success?.content?.['application/json'];
  const schema = schemaOf(v.parse(v.object({ schema: v.unknown() }), media).schema);
  const type = inOperations(pythonType(schema));
  const { properties = {} } = schemas[nameOf(schema.$ref ?? '')] ?? {};
  const data = properties['data'];
  if (!('current_page' in properties) || data === undefined) return { type };
  return { type, row: inOperations(pythonType(schemaOf(schemaOf(data).items))) };
}

/** Classes of `types.py` are imported by the module. */
const inOperations = (type: string) =>
  type.replaceAll(/(?<!["\w.])[A-Z]\w+(?!["\w])/g, (name) => (STANDARD.has(name) ? name : `types.${name}`));
const STANDARD = new Set(['Any', 'Dict', 'List', 'Literal', 'Optional', 'Union', 'True', 'False', 'None']);
