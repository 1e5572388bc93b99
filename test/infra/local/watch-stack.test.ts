import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import { isWatched } from '#infra/local/compose/watch-stack.ts';

let root: string;
let children: ChildProcess[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ringback-watch-'));
  children = [];
  await mkdir(join(root, 'src'));
});

afterEach(async () => {
  await Promise.all(children.filter(({ exitCode }) => exitCode === null).map((child) => stop(child)));
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
  const ended = once(child, 'exit');
  child.kill(signal);
  return (await ended)[0] as number;
}

function run(args: string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 2],
  });
  children.push(child);
  let out = '';
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const lines = () => out.split('\n').slice(0, -1);
  const printed = (...expected: unknown[]) => vi.waitFor(() => expect(lines()).toEqual(expected), { interval: 10 });
  return { child, printed };
}

const PROGRAM = `
  import { readFileSync } from 'node:fs';
  const { exitCode } = JSON.parse(readFileSync(new URL('src/stack.json', import.meta.url), 'utf8'));
  const timer = setInterval(() => undefined, 1000);
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => { console.log(signal); clearInterval(timer); process.disconnect(); });
  process.on('disconnect', () => process.exit(0));
  console.log('up', process.env.WATCH, process.env.RINGBACK_CHANGED_FILE ?? '-');
  if (exitCode !== undefined) process.exit(exitCode);
`;

/** A program that stands for the stack, under the supervisor. */
async function watchProgram(settings: { exitCode?: number } = {}) {
  await writeFile(join(root, 'stack.mjs'), PROGRAM);
  const change = (file: string, text = '{}') => writeFile(join(root, 'src', file), text);
  await change('stack.json', JSON.stringify(settings));
  const module = resolve('infra/local/compose/watch-stack.ts');
  const watched = JSON.stringify({ root, program: 'stack.mjs', folders: ['src'] });
  const code = `import { watchStack } from ${JSON.stringify(module)}; watchStack(process.env, ${watched});`;
  return { ...run(['--input-type=module', '-e', code]), change };
}

describe('isWatched', () => {
  it.each([
    { environment: {}, isTerminal: true, expected: true },
    { environment: {}, isTerminal: false, expected: false },
    { environment: { CI: 'true' }, isTerminal: true, expected: false },
    { environment: { TEMPLATE: 'cdk.out' }, isTerminal: true, expected: false },
    { environment: { WATCH: 'false' }, isTerminal: true, expected: false },
    { environment: { WATCH: 'true', CI: 'true' }, isTerminal: false, expected: true },
  ])('is $expected for $environment, terminal: $isTerminal', ({ environment, isTerminal, expected }) => {
    expect(isWatched(environment, isTerminal)).toBe(expected);
  });
});

describe('watchStack', () => {
  it('starts the stack again after several changed sources at once, and not for other files', async () => {
    const { change, printed, child } = await watchProgram();
    await printed('up false -');
    await change('.hidden.ts');
    await change('page.html');
    await Promise.all([change('a.ts'), change('b.ts'), change('c.ts')]);
    await printed('up false -', 'SIGTERM', expect.stringMatching(/^up false src\/[abc]\.ts$/));
    await expect(stop(child, 'SIGINT')).resolves.toBe(0);
  });

  it('waits for the next change after a stack that failed with the last one', async () => {
    const { change, printed, child } = await watchProgram();
    await printed('up false -');
    await change('stack.json', '{"exitCode":1}');
    const failed = [
      'up false -',
      'SIGTERM',
      'up false src/stack.json',
      'The stack ended with exit code 1. It starts again when a file changes.',
    ];
    await printed(...failed);
    await change('stack.json');
    await printed(...failed, 'up false src/stack.json');
    await expect(stop(child)).resolves.toBe(0);
  });
});

describe('npm start with WATCH=true', () => {
  it('serves again after a source was touched', async () => {
    const readyFile = join(root, 'ready.json');
    const environment = { WATCH: 'true', PORT: '0', DATA_DIR: join(root, 'data'), READY_FILE: readyFile };
    const { child } = run(['infra/local/main.ts'], environment);
    const readAddress = () => vi.waitFor(async () => JSON.parse(await readFile(readyFile, 'utf8')) as StackAddress);
    const before = await readAddress();
    await rm(readyFile);
    await utimes('infra/local/main.ts', new Date(), new Date());
    const after = await readAddress();
    expect(after).toEqual(before);
    expect((await fetch(`${after.base_url}/user/me`)).status).toBe(401);
    await expect(stop(child)).resolves.toBe(0);
  });
});
