import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { openApiDocument } from '#infra/openapi/openapi-document.ts';
import { OPENAPI_FILE, openApiText } from '#infra/openapi/openapi-file.ts';

const text = openApiText(await openApiDocument());
await mkdir(dirname(OPENAPI_FILE), { recursive: true });
await writeFile(OPENAPI_FILE, text);
console.log(`${relative(process.cwd(), OPENAPI_FILE)}: ${(Buffer.byteLength(text) / 1024).toFixed(0)} KB`);
