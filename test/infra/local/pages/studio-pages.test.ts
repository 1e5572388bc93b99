import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { HttpRequest } from '#infra/local/aws/http/http-message.ts';
import { studioPages } from '#infra/local/pages/studio/studio-pages.ts';
import { rehearsalActions } from '#infra/local/pages/studio/studio-rehearsals.ts';
import { widgetPages } from '#infra/local/pages/widget/widget-pages.ts';

const assembly = mkdtempSync(join(tmpdir(), 'assembly-'));
mkdirSync(join(assembly, 'studio/assets'), { recursive: true });
writeFileSync(join(assembly, 'studio/index.html'), '<p>as synthesised</p>');
writeFileSync(join(assembly, 'studio/assets/index-1a2b.js'), 'export {};');
mkdirSync(join(assembly, 'studio/widget'));
writeFileSync(join(assembly, 'studio/widget/widget.js'), 'the widget as synthesised');
writeFileSync(join(assembly, 'manifest.json'), '{}');
afterAll(() => rmSync(assembly, { recursive: true, force: true }));

describe('the studio of a stack on a template', () => {
  const pages = studioPages({ users: [] }, { hasRehearsals: false, template: assembly, speed: 20 });

  it('is what the deployment would upload, under a policy without inline code', async () => {
    const { status, headers, body } = await pages.index();
    expect([status, String(body)]).toEqual([200, '<p>as synthesised</p>']);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('lets browsers keep files whose names change with their content', async () => {
    const script = await pages.get('/assets/index-1a2b.js')?.();
    expect(script).toMatchObject({ status: 200, headers: { 'cache-control': expect.stringContaining('immutable') } });
  });

  it.each(['/assets/../../manifest.json', '/assets/..%2f..%2fmanifest.json', '/assets/', '/manifest.json', '/calls/7'])(
    'leaves %s to the other parts of the stack',
    (path) => {
      expect(pages.get(path)).toBeUndefined();
    },
  );

  it('answers 404 for a file that does not exist', async () => {
    expect((await pages.get('/assets/none-1.js')?.())?.status).toBe(404);
  });
});

describe('the widget of a stack', () => {
  const script = { 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' };
  const pageOf = (template: string | undefined, path: string) => new Map(widgetPages(template)).get(path)?.();

  it('is what the deployment would upload, kept as long, if the stack runs a template', async () => {
    const { status, headers, body } = (await pageOf(assembly, '/widget/widget.js'))!;
    expect([status, String(body)]).toEqual([200, 'the widget as synthesised']);
    expect(headers).toMatchObject({ ...script, 'cache-control': 'public, max-age=300' });
  });

  it.each(['widget', 'web-call', 'twilio-call'])('is that of the sources, fresh: %s.js', async (name) => {
    const { status, headers, body } = (await pageOf(undefined, `/widget/${name}.js`))!;
    expect([status, String(body)]).toEqual([200, readFileSync(`clients/widget/dist/${name}.js`, 'utf8')]);
    expect(headers).toMatchObject({ ...script, 'cache-control': 'no-cache' });
  });
});

describe('the rehearsals of a stack', () => {
  const address = { users: [{ id: 1, token: 'rb_one' }] };
  const place = { address, dataDir: assembly, logFile: join(assembly, 'log'), speed: 20 };
  const actions = rehearsalActions(place as never);
  const post = async (path: string, body: unknown, token = 'rb_one') => {
    const request = { headers: { authorization: `Bearer ${token}` }, body: Buffer.from(JSON.stringify(body)) };
    const { status, body: answer } = await actions.get(path)!(request as unknown as HttpRequest);
    return { status, answer: JSON.parse(String(answer)) as Record<string, string> };
  };
  const rehearsal = {
    name: '../Reception: Hello!',
    assistant: {},
    customer: { script: ['Hello'] },
    expect: { turns: { min: 1 } },
  };

  it('are kept in its data folder, whatever they are called', async () => {
    const { status, answer } = await post('/local/rehearsals', rehearsal);
    expect(status).toBe(200);
    expect(answer['file']).toBe(join(assembly, 'rehearsals/reception-hello.yaml'));
  });

  const said = (words: string) => ({ ...rehearsal, name: 'Twice', customer: { script: [words] } });
  const fileOf = async (words: string, name = 'Twice') =>
    (await post('/local/rehearsals', { ...said(words), name })).answer['file'];
  const inFolder = (name: string) => join(assembly, 'rehearsals', name);

  it('are never written over: another one with the name of a file gets a number', async () => {
    expect(await fileOf('One')).toBe(inFolder('twice.yaml'));
    const before = readFileSync(inFolder('twice.yaml'), 'utf8');
    expect(await fileOf('Two')).toBe(inFolder('twice-2.yaml'));
    expect(await fileOf('Three', '-twice!')).toBe(inFolder('twice-3.yaml'));
    expect(await fileOf('One')).toBe(inFolder('twice.yaml'));
    expect(await fileOf('Two')).toBe(inFolder('twice-2.yaml'));
    expect(readFileSync(inFolder('twice.yaml'), 'utf8')).toBe(before);
    expect(readFileSync(inFolder('twice-2.yaml'), 'utf8')).toContain('Two');
  });

  it('get files of their own when they are saved in the same moment', async () => {
    const words = Array.from({ length: 10 }, (_, index) => `Words ${index}`);
    const files = await Promise.all(words.map(async (one) => fileOf(one, 'Moment')));
    expect(new Set(files).size).toBe(words.length);
    for (const [index, file] of files.entries()) expect(readFileSync(file!, 'utf8')).toContain(`Words ${index}\n`);
  });

  it('are refused beyond 99 of a name', async () => {
    for (let number = 1; number <= 99; number += 1)
      writeFileSync(inFolder(number === 1 ? 'full.yaml' : `full-${number}.yaml`), '');
    const { status, answer } = await post('/local/rehearsals', { ...said('One'), name: 'Full' });
    expect([status, answer['message']]).toEqual([409, expect.stringContaining('99 rehearsals with this name')]);
  });

  it.each([
    ['401 without the token of a user', '/local/rehearsals', rehearsal, 'rb_other', 401],
    ['422 for what is no rehearsal', '/local/rehearsals', { name: 'x' }, 'rb_one', 422],
    ['404 to run a file that it did not write', '/local/rehearsals/run', { file: '/etc/passwd' }, 'rb_one', 404],
  ])('answer %s', async (_, path, body, token, status) => {
    expect((await post(path, body, token)).status).toBe(status);
  });
});
