import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patience } from '#test/support/patience.ts';
import { startStackProcess } from '#test/support/stack-process.ts';

const TIMEOUT_MS = patience(600_000);
/** Rehearsals expect call seconds; what the machine does meanwhile takes its time on the wall. A busy one is slow by seconds. */
const SPEED = '5';
/** At speed 1 they take four minutes: `TOOL_SPEEDS=1,5,20` before a release. */
const TOOL_SPEEDS = (process.env['TOOL_SPEEDS'] ?? SPEED).split(',');
const good = globSync('test/rehearsals/*.yaml').toSorted();
const withTools = globSync('test/rehearsals/tools/*.yaml');
const bad = globSync('test/rehearsals/must-fail/*.yaml');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringback-rehearsals-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** `npm run rehearse`, without a key for any model. */
function rehearse(...args: string[]) {
  return rehearseIn({}, ...args);
}

function rehearseIn(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const { promise, resolve } = Promise.withResolvers<{ code: number; report: string; progress: string }>();
  const { OPENAI_API_KEY: _, OPENAI_BASE_URL: __, ...env } = process.env;
  const child = execFile(
    process.execPath,
    ['infra/drive/rehearse/main.ts', ...args],
    { env: { ...env, ...environment } },
    (_, stdout, stderr) => {
      const [report = '', progress = ''] = [stdout, stderr].map(stripVTControlCharacters);
      resolve({ code: child.exitCode ?? -1, report, progress });
    },
  );
  return promise;
}

async function readJunit(file: string) {
  const xml = new XMLParser({ ignoreAttributes: false }).parse(await readFile(file, 'utf8')) as {
    testsuites: { '@_tests': string; '@_failures': string };
  };
  return xml.testsuites;
}

describe('npm run rehearse', () => {
  it(
    'passes all that come with the project',
    async () => {
      expect(good).toHaveLength(64);
      const junit = join(folder, 'good.xml');
      const { code, report, progress } = await rehearse(...good, '--junit', junit, '--parallel', '6', '--speed', SPEED);
      expect({ code, report }).toMatchObject({ code: 0, report: expect.stringContaining('64 of 64 passed') });
      expect(progress).toMatch(/64\/64 passed/);
      expect(await readJunit(junit)).toMatchObject({ '@_tests': '64', '@_failures': '0' });
    },
    TIMEOUT_MS,
  );

  it.each(TOOL_SPEEDS)(
    'passes those with tools in both engines at speed %s',
    async (speed) => {
      expect(withTools).toHaveLength(12);
      const { code, report } = await rehearse(...withTools, '--parallel', '6', '--speed', speed);
      expect({ code, report }).toMatchObject({ code: 0, report: expect.stringContaining('24 of 24 passed') });
    },
    TIMEOUT_MS,
  );

  it(
    'fails the one that must fail, and says why',
    async () => {
      const junit = join(folder, 'bad.xml');
      const { code, report } = await rehearse(...bad, '--junit', junit, '--speed', SPEED);
      expect(code).toBe(1);
      for (const why of [
        'status: expected ended_by_customer, and the call ended as ended_by_assistant',
        'said: the assistant never said "We will call you back tomorrow"; it said «Hello, this is Ava',
        'extracted.callback: expected true, and got false',
        'Customer   I have no time now.',
        '0 of 1 passed',
      ]) {
        expect(report).toContain(why);
      }
      expect(await readJunit(junit)).toMatchObject({ '@_tests': '1', '@_failures': '1' });
    },
    TIMEOUT_MS,
  );

  it(
    'rehearses on a stack that runs, and leaves no assistant behind',
    async () => {
      const dataDir = join(folder, 'data');
      const stack = await startStackProcess(dataDir, { SIMULATOR_SPEED: SPEED });
      const { code, report } = await rehearse('test/rehearsals/voicemail.yaml', '--stack', dataDir);
      const { base_url: baseUrl, users } = stack.address;
      const headers = { authorization: `Bearer ${users[0]!.token}` };
      const assistants = await (await fetch(`${baseUrl}/user/assistants/get`, { headers })).json();
      await stack.stop();
      expect({ code, report }).toMatchObject({ code: 0, report: expect.stringContaining('1 of 1 passed') });
      expect(assistants).toMatchObject({ total: 0 });
    },
    TIMEOUT_MS,
  );

  it('takes the service from the template that is named', async () => {
    await expect(rehearseIn({ TEMPLATE: 'nowhere' }, 'test/rehearsals/goodbye.yaml')).resolves.toMatchObject({
      code: 2,
      progress: expect.stringContaining('nowhere holds no synthesised template') as string,
    });
  });

  it('says what is wrong with its files and its options, and calls no customer', async () => {
    await expect(rehearse('nowhere.yaml')).resolves.toEqual({
      code: 2,
      report: '',
      progress: 'nowhere.yaml: cannot be read\n',
    });
    await expect(rehearse()).resolves.toMatchObject({
      code: 2,
      progress: expect.stringContaining("missing required argument 'file'"),
    });
    await expect(rehearse('test/rehearsals/goodbye.yaml', '--stack', join(folder, 'none'))).resolves.toMatchObject({
      code: 2,
      progress: expect.stringContaining('no local stack runs on'),
    });
  });
});
