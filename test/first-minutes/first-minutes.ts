import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import { visitStudio } from '#test/first-minutes/visit-studio.ts';
import { launchChromium } from '#test/support/chromium.ts';
import { waitForFile } from '#test/support/stack-process.ts';

/** From clone to webhook. */
const LIMIT_SECONDS = 600;

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'first-minutes-'));
  const clone = join(folder, 'ringback');
  const startedAt = Date.now();
  try {
    await time('git clone', () => copyProject(clone));
    await time('npm ci', () => run('npm', ['ci', '--no-audit', '--no-fund'], clone));
    await time('npm run demo', () => run('npm', ['run', 'demo'], clone));
    await useStudio(clone, folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const seconds = (Date.now() - startedAt) / 1000;
  print('from clone to webhook', seconds);
  if (seconds > LIMIT_SECONDS) throw new Error(`it took more than ${LIMIT_SECONDS} s`);
}

/** What is committed; what is there, if it is no repository or belongs to another user. */
async function copyProject(to: string): Promise<void> {
  const project = resolve(import.meta.dirname, '../..');
  try {
    await run('git', ['clone', '--quiet', project, to]);
  } catch {
    const isSource = (path: string) => !/^(?:node_modules|\.git|\.data|cdk\.out)$/.test(basename(path));
    await cp(project, to, { recursive: true, filter: isSource });
  }
}

async function useStudio(clone: string, folder: string): Promise<void> {
  const readyFile = join(folder, 'ready.json');
  const environment = { PORT: '0', DATA_DIR: 'memory', BROWSER: 'none', WATCH: 'false', READY_FILE: readyFile };
  const stack = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, ...environment },
    // A group of its own, as npm does not hand on every signal.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const browser = await launchChromium('use-fake-ui-for-media-stream', 'use-fake-device-for-media-stream');
  try {
    await time('npm start', () => waitForFile(readyFile, stack));
    // Written by the same version of the same program.
    const address = JSON.parse(await readFile(readyFile, 'utf8')) as StackAddress;
    await visitStudio(browser, address, time);
  } finally {
    await browser.close();
    if (stack.pid !== undefined && stack.exitCode === null) {
      process.kill(-stack.pid, 'SIGTERM');
      await once(stack, 'exit');
    }
  }
}

/** A command of the README, by the word. What it prints is shown if it fails. */
async function run(command: string, args: readonly string[], cwd?: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${command} ${args.join(' ')}\n${Buffer.concat(printed).toString()}`);
}

async function time(name: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = Date.now();
  await work();
  print(name, (Date.now() - startedAt) / 1000);
}

function print(name: string, seconds: number): void {
  process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${name}\n`);
}

new Command('npm run first-minutes --')
  .description(
    "A new user's first minutes in a fresh clone, timed: install, demo, start, studio, call, record, webhook.",
  )
  .allowExcessArguments(false)
  .action(main)
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
