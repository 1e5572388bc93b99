import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { cachingOf, contentTypes } from '#infra/cloud/studio/studio-headers.ts';

/** The function that serves the studio where no CloudFront does. Its files are beside its code. */
const folder = join(import.meta.dirname, 'files');
const paths: ReadonlySet<string> = new Set(globSync('**/*.*', { cwd: folder }));
const bodies = new Map<string, string>();
const common = {
  'content-security-policy': process.env['CONTENT_SECURITY_POLICY'] ?? "default-src 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};

export async function handler({
  rawPath,
  headers,
}: Pick<APIGatewayProxyEventV2, 'rawPath' | 'headers'>): Promise<APIGatewayProxyStructuredResultV2> {
  const path = pathOf(rawPath);
  if (path === 'studio.json') return answer(path, JSON.stringify({ api: process.env['API_URL'] }));
  // Only what is in the folder: no path leads out of it.
  if (!paths.has(path)) return { statusCode: 404, headers: common, body: 'Not Found' };
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return answer(path, readFileSync(join(folder, path)));
  const packed = bodies.get(path) ?? gzipSync(readFileSync(join(folder, path))).toString('base64');
  bodies.set(path, packed);
  const { headers: plain, ...rest } = answer(path, '');
  return { ...rest, headers: { ...plain, 'content-encoding': 'gzip' }, body: packed, isBase64Encoded: true };
}

/** Files have a dot in their names, pages have none: the address of a page gets the studio, which shows the page. */
function pathOf(rawPath: string): string {
  const [, path = ''] = /^\/(.*)$/.exec(rawPath) ?? [];
  return path.split('/').at(-1)?.includes('.') ? path : 'index.html';
}

function answer(path: string, body: string | Buffer): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: 200,
    headers: {
      ...common,
      'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'cache-control': cachingOf(path),
      vary: 'accept-encoding',
      // Embedded by pages of any origin, as a module. Who may show it is decided by the API.
      ...(path.startsWith('widget/') && { 'access-control-allow-origin': '*' }),
    },
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
  };
}
