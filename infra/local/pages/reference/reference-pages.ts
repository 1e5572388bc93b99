import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import { type HttpAnswer, jsonAnswer } from '#infra/local/aws/http/http-message.ts';

const VIEWER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const OWN = import.meta.dirname;

const types = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const;

/** The page loads and sends nothing to other origins. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

/** The API reference: the OpenAPI document in a viewer that sends requests, with the tokens of the demo users. */
export function referencePages({ users }: Pick<StackAddress, 'users'>): Map<string, () => Promise<HttpAnswer>> {
  const page = file(OWN, 'reference.html', 'html');
  return new Map([
    ['/reference', page],
    ['/reference/', page],
    ['/reference/reference.css', file(OWN, 'reference.css', 'css')],
    ['/reference/reference.js', file(OWN, 'reference.js', 'js')],
    ['/reference/swagger-ui.css', file(VIEWER, 'swagger-ui.css', 'css')],
    ['/reference/swagger-ui-bundle.js', file(VIEWER, 'swagger-ui-bundle.js', 'js')],
    [
      '/reference/settings.json',
      async () => jsonAnswer(200, { users: users.map(({ id, name, token }) => ({ id, name, token })) }),
    ],
  ]);
}

function file(folder: string, name: string, type: keyof typeof types): () => Promise<HttpAnswer> {
  return async () => ({
    status: 200,
    headers: { 'content-type': types[type], 'content-security-policy': POLICY },
    body: await readFile(join(folder, name)),
  });
}
