import openapiTS, { astToString } from 'openapi-typescript';

/** What is read of an OpenAPI document. Each operation has more. */
interface Document {
  paths: Record<string, Record<string, { responses?: Record<string, unknown> }>>;
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
