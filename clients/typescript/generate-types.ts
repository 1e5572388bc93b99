import openapiTS, { astToString } from 'openapi-typescript';

/** What is read of an OpenAPI document. Each operation has more. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  operationId?: string;
  responses?: Record<string, unknown>;
  deprecated?: boolean;
  /** Some are references, to headers. */
  parameters?: Array<{ name?: string; schema?: { enum?: string[] } }>;
}

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
  return `// Written from the OpenAPI document by \`npm run generate\`.\n${astToString(nodes)}`;
}

/** A module with the values of each filter that has a choice of them, by the operation of its list. */
export function generateFilters(document: Document): string {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const filters = operations.flatMap(({ operationId, deprecated = false, parameters = [] }) => {
    const choices = parameters.flatMap(({ name, schema }) =>
      schema?.enum ? [`${name}: ${JSON.stringify(schema.enum)}`] : [],
    );
    return choices.length === 0 || deprecated ? [] : [`${operationId}: { ${choices.join(', ')} },`];
  });
  return [
    '// Written from the OpenAPI document by `npm run generate`.',
    '/** The values of the filters of lists, by operation. */',
    `export const filters = {\n${filters.join('\n')}\n} as const;`,
  ].join('\n');
}
