import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REVALIDATED } from '#infra/cloud/studio/studio-headers.ts';
import { audioTypeOf, samplePath } from '#infra/cloud/studio/voice-samples.ts';
import type { HttpAnswer } from '#infra/local/aws/http/http-message.ts';

const NONE: HttpAnswer = { status: 204, headers: {}, body: '' };
const SAMPLE = /^\/voices\/(\d{1,15})\.audio$/;

/** What `admin voice sample` has stored in the data folder. */
export function samplePage(path: string, dataDir: string): (() => Promise<HttpAnswer>) | undefined {
  const [, id] = SAMPLE.exec(path) ?? [];
  if (id === undefined) return undefined;
  return async () => {
    const body = await readFile(join(dataDir, samplePath(Number(id)))).catch(() => undefined);
    const type = body && audioTypeOf(body);
    // Not 404, which browsers report in their console: most voices have none.
    if (!body || type === undefined) return NONE;
    const headers = { 'content-type': type, 'cache-control': REVALIDATED, 'x-content-type-options': 'nosniff' };
    return { status: 200, headers, body };
  };
}
