import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cachingOf, REVALIDATED, STUDIO_FOLDER } from '#infra/cloud/studio/studio-headers.ts';
import type { HttpAnswer } from '#infra/local/aws/http/http-message.ts';

const DIST = resolve(import.meta.dirname, '../../../../clients/widget/dist');
/** Pages of other origins load it as a module, which needs CORS. */
const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
};

/**
 * The files of the widget at `/widget/…`, as a deployment serves them: those that it would upload, if the stack runs a template.
 * From the sources a page that is loaded again has the newest.
 */
export function widgetPages(template: string | undefined): Array<[path: string, page: () => Promise<HttpAnswer>]> {
  const folder = template === undefined ? DIST : join(template, STUDIO_FOLDER, 'widget');
  return ['widget.js', 'web-call.js', 'twilio-call.js'].map((name) => {
    const caching = template === undefined ? REVALIDATED : cachingOf(`widget/${name}`);
    const page = async () => ({
      status: 200,
      headers: { ...headers, 'cache-control': caching },
      body: await readFile(join(folder, name)),
    });
    return [`/widget/${name}`, page];
  });
}
