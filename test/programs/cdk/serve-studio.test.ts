import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleStudio } from '#infra/cloud/studio/bundle-studio.ts';

type Answer = { statusCode: number; headers: Record<string, string>; body: string };
type Serve = (event: { rawPath: string; headers: Record<string, string> }) => Promise<Answer>;

const folder = mkdtempSync(join(tmpdir(), 'serve-studio-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let serve: Serve;

beforeAll(async () => {
  await bundleStudio(folder);
  ({ handler: serve } = (await import(pathToFileURL(join(folder, 'index.mjs')).href)) as { handler: Serve });
}, 60_000);

const get = (rawPath: string, headers = {}) => serve({ rawPath, headers });
const textOf = ({ body }: Answer) => Buffer.from(body, 'base64').toString('utf8');

describe('the function that serves the studio', () => {
  it.each(['/', '/assistants/7/settings', '/calls'])('has index.html at %s, which no browser keeps', async (path) => {
    const answer = await get(path);
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-cache' } });
    expect(textOf(answer)).toContain('<!doctype html>');
  });

  it('has the files that index.html names, compressed, for a year', async () => {
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(textOf(await get('/'))) ?? [];
    const plain = await get(script);
    const packed = await get(script, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(packed.headers['cache-control']).toContain('immutable');
    expect(gunzipSync(Buffer.from(packed.body, 'base64')).toString('utf8')).toBe(textOf(plain));
    // Lambda answers with 6 MB at most.
    expect(plain.body.length).toBeLessThan(6e6);
  });

  it('gives the widget to pages of any origin, and nothing else', async () => {
    expect((await get('/widget/widget.js')).headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect((await get('/')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each(['/../index.mjs', '/assets/..%2f..%2findex.mjs', '/nothing.js', '//etc/passwd.d'])(
    'has no %s',
    async (path) => {
      await expect(get(path)).resolves.toMatchObject({ statusCode: 404 });
    },
  );
});
