import { resolve } from 'node:path';
import type { OpenApiDocument } from '#infra/generate/openapi/openapi-types.ts';

/** Committed, so that the function that serves it and the tests need no generator. */
export const OPENAPI_FILE = resolve(import.meta.dirname, '../../../shared/openapi/openapi.json');

export function openApiText(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
