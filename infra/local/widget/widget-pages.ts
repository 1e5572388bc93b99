import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { HttpAnswer } from '#infra/local/gateway/http-message.ts';

const DIST = resolve(import.meta.dirname, '../../../clients/widget/dist');
/** Pages of other origins load it as a module, which needs CORS. */
const headers = { 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' };

/** The files of the widget at `/widget/…`, as an operator serves them. */
export function widgetPages(): Array<[path: string, page: () => Promise<HttpAnswer>]> {
  return ['widget.js', 'web-call.js', 'twilio-call.js'].map((name) => [
    `/widget/${name}`,
    async () => ({ status: 200, headers, body: await readFile(resolve(DIST, name)) }),
  ]);
}
