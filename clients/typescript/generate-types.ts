import openapiTS, { astToString } from 'openapi-typescript';

/** The parts of an OpenAPI document that are read. Each operation has more. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  responses?: Record<string, unknown>;
  deprecated?: boolean;
  /** Some are references, to headers. */
  parameters?: Array<{ name?: string; schema?: { enum?: string[] } }>;
}

const HEAD = '// Written from the OpenAPI document by `npm run generate`.';
/** The reference says it of most operations. A client says it when a request is refused. */
const SCOPE_NOTE = / ?A token with scopes needs [^.]+\.$/;

/**
 * The types of an OpenAPI document, without refusals: the client throws one class for all of them, and they would be
 * two thirds of the file. A map without further words holds anything.
 */
export async function generateTypes(document: Document): Promise<string> {
  const lean = structuredClone(document);
  for (const operation of Object.values(lean.paths).flatMap((path) => Object.values(path))) {
    const { responses = {} } = operation;
    if (responses['200'] === undefined && responses['201'] === undefined) continue;
    for (const status of Object.keys(responses)) if (!status.startsWith('2')) delete responses[status];
  }
  const nodes = await openapiTS(JSON.stringify(lean), { emptyObjectsUnknown: true, silent: true });
  return `${HEAD}\n${astToString(nodes)}`;
}

interface OperationText {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
}

/** The operations that are not deprecated, with their texts. */
function textsOf(document: Document): OperationText[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, summary = '', description = '', deprecated = false }]) =>
      operationId === undefined || deprecated
        ? []
        : [
            {
              id: operationId,
              method: method.toUpperCase(),
              path,
              summary,
              description: description.replace(SCOPE_NOTE, ''),
            },
          ],
    ),
  );
}

/** A module with the texts of each operation, from which the command line, the MCP server and the studio take theirs. */
export function generateOperations(document: Document): string {
  const lines = textsOf(document).map(({ id, ...text }) => `export const ${id} = ${JSON.stringify(text)} as const;`);
  return [
    HEAD,
    '// The operations of the API: how each is requested, and the text of the reference about it.',
    ...lines,
  ].join('\n');
}

/** Other values of the document that programs compare or show. */
export function generateValues(
  document: Document,
  { openStatuses, events, smsEvents }: Record<'openStatuses' | 'events' | 'smsEvents', readonly string[]>,
): string {
  const methods = new Set(Object.values(document.paths).flatMap((path) => Object.keys(path)));
  return [
    HEAD,
    '/** The statuses of a call that is not over, in the order in which it has them. */',
    `export const openStatuses = ${JSON.stringify(openStatuses)} as const;`,
    '/** The events of webhooks. */',
    `export const webhookEvents = ${JSON.stringify(events)} as const;`,
    '/** The events of SMS. */',
    `export const smsEvents = ${JSON.stringify(smsEvents)} as const;`,
    '/** The methods of the API. */',
    `export const methods = ${JSON.stringify([...methods].map((method) => method.toUpperCase()))} as const;`,
  ].join('\n');
}

const LINE = 116;

/**
 * A source whose doc comments with `@operation` begin with the text of that operation. The sentences behind the
 * first paragraph are the client's own, and stay.
 */
export function withOperationTexts(source: string, document: Document): string {
  const texts = new Map(textsOf(document).map(({ id, description }) => [id, description]));
  return source.replaceAll(
    /^( *)\/\*\*\n((?:\1 \*.*\n)*?\1 \* @operation (\w+)\n)\1 \*\/$/gm,
    (_all, indent: string, body: string, id: string) => {
      const text = texts.get(id);
      if (text === undefined) throw new Error(`There is no operation ${id} to describe`);
      const lines = body.split('\n').map((line) => line.slice(indent.length + 2).trim());
      const end = lines.findIndex((line) => line === '' || line.startsWith('@'));
      const kept = lines.slice(end).join('\n').trim().split('\n');
      const space = kept[0]?.startsWith('@') ? [] : [''];
      const whole = [...wrapped(text, LINE - indent.length - 3), ...space, ...kept];
      return [`${indent}/**`, ...whole.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n');
    },
  );
}

function wrapped(text: string, width: number): string[] {
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) return [...lines, word];
    return [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}

/** A module with the values of each filter that has a choice of them, by the operation of its list. */
export function generateFilters(document: Document): string {
  const operations = Object.values(document.paths).flatMap(({ get }) => (get ? [get] : []));
  const filters = operations.flatMap(({ operationId, deprecated = false, parameters = [] }) => {
    const choices = parameters.flatMap(({ name, schema }) =>
      schema?.enum ? [`${name}: ${JSON.stringify(schema.enum)}`] : [],
    );
    return choices.length === 0 || deprecated ? [] : [`${operationId}: { ${choices.join(', ')} },`];
  });
  return [
    HEAD,
    '/** The values of the filters of lists, by operation. */',
    `export const filters = {\n${filters.join('\n')}\n} as const;`,
  ].join('\n');
}
