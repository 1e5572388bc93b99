import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REVALIDATED } from '#infra/cloud/studio/studio-headers.ts';
import { audioTypeOf, samplePath } from '#infra/cloud/studio/voice-samples.ts';
import { gatewayAnswers, type HttpAnswer } from '#infra/local/aws/http/http-message.ts';

const SAMPLE = /^\/voices\/(\d{1,15})\.audio$/;

/** What `admin voice sample` has stored in the data folder. */
export function samplePage(path: string, dataDir: string): (() => Promise<HttpAnswer>) | undefined {
  const [, id] = SAMPLE.exec(path) ?? [];
  if (id === undefined) return undefined;
  return async () => {
    const body = await readFile(join(dataDir, samplePath(Number(id)))).catch(() => undefined);
    const type = body && audioTypeOf(body);
    if (!body || type === undefined) return gatewayAnswers.notFound;
    const headers = { 'content-type': type, 'cache-control': REVALIDATED, 'x-content-type-options': 'nosniff' };
    return { status: 200, headers, body };
  };
}
