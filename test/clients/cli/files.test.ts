import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileProblem } from '#clients/cli/src/file-problem.ts';
import { runLine, useFolder } from '#test/clients/cli/command-line.ts';
import { startService } from '#test/clients/scripted-service.ts';

async function prepare() {
  const folder = await useFolder();
  const { url, asked } = await startService(({ path }) => ({
    body: path === '/user/campaigns/all' ? [] : { data: [{ id: 7, name: 'Spring' }], last_page: 1, total: 1 },
  }));
  const leads = join(folder, 'leads.csv');
  await writeFile(leads, 'phone_number\n+12025550100\n');
  const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
  const run = (args: string[], more: Record<string, string> = {}) => runLine(args, { env: { ...env, ...more } });
  return { folder, leads, run, sent: () => asked.filter(({ method }) => method !== 'GET') };
}

describe('a file that cannot be used is one line, exit code 2, and nothing is sent:', () => {
  it.each<[string, (files: { folder: string; leads: string }) => string[], RegExp]>([
    [
      'a folder as body',
      ({ folder }) => ['api', 'POST', '/user/sms', '--data', `@${folder}`],
      /is a folder: name a file/,
    ],
    ['no body', ({ folder }) => ['api', 'POST', '/user/sms', '--data', `@${folder}/no`], /there is no file/],
    ['a folder as assistant', ({ folder }) => ['assistants', 'create', '--file', folder], /is a folder: name a file/],
    ['a folder of leads', ({ folder }) => ['leads', 'import', folder, '--campaign', '7'], /is a folder: name a file/],
    ['no leads', ({ folder }) => ['leads', 'import', `${folder}/no`, '--campaign', '7'], /there is no file/],
    [
      'a path through a file',
      ({ leads }) => ['leads', 'import', `${leads}/x`, '--campaign', '7'],
      /has a file where a folder must be/,
    ],
    [
      'a folder for refused rows',
      ({ leads, folder }) => ['leads', 'import', leads, '--campaign', '7', '--refused', folder],
      /is a folder: name a file/,
    ],
    [
      'no folder for refused rows',
      ({ leads, folder }) => ['leads', 'import', leads, '--campaign', '7', '--refused', `${folder}/no/refused.csv`],
      /there is no file .*refused\.csv: make its folder first/,
    ],
    ['a folder as ready file', ({ folder }) => ['login', '--ready-file', folder], /is a folder: name a file/],
    ['a ready file that is half written', ({ leads }) => ['login', '--ready-file', leads], /is not JSON: wait until/],
  ])('%s', async (_case, argsOf, message) => {
    const { run, sent, ...files } = await prepare();
    const { code, error } = await run(argsOf(files));
    expect({ code, error }).toEqual({ code: 2, error: expect.stringMatching(message) });
    expect(error.trimEnd()).not.toContain('\n');
    expect(sent()).toEqual([]);
  });
});

describe('profiles that cannot be read', () => {
  const broken = async () => {
    const { folder, run } = await prepare();
    await mkdir(join(folder, 'ringback/config.json'), { recursive: true });
    return { folder, run };
  };

  it('are named, when there is no other deployment', async () => {
    const { folder } = await broken();
    const { code, error } = await runLine(['me'], { env: { RINGBACK_CONFIG_HOME: folder } });
    expect({ code, error }).toEqual({
      code: 1,
      error: `error: ${join(folder, 'ringback/config.json')} is a folder: name a file\n`,
    });
  });

  it('are not missed, when the environment names one', async () => {
    const { folder, run } = await broken();
    expect(await run(['api', 'GET', '/user/me'], { RINGBACK_CONFIG_HOME: folder })).toMatchObject({ code: 0 });
  });
});

it.each([
  ['EACCES', 'leads.csv cannot be opened: you have no permission'],
  ['EPERM', 'leads.csv cannot be opened: you have no permission'],
  ['EROFS', 'leads.csv cannot be written: the disk can only be read'],
  ['ENOSPC', 'leads.csv cannot be written: there is no space left'],
  ['EMFILE', 'leads.csv cannot be used: EMFILE: of Node'],
])('%s has a sentence', (code, sentence) => {
  expect(fileProblem(Object.assign(new Error(`${code}: of Node`), { code }), 'leads.csv')).toBe(sentence);
});
