import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import { patience } from '#test/support/patience.ts';

export interface StackProcess {
  pid: number;
  address: StackAddress;
  /** As a power cut does it: no time for anything. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

const START_DEADLINE_MS = patience(90_000);

/** `npm start` in a process of its own, on a data folder that outlives it. */
export async function startStackProcess(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<StackProcess> {
  const readyFile = join(dataDir, 'ready.json');
  await rm(readyFile, { force: true });
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    env: { ...process.env, PORT: '0', MODEL_SERVERS: 'none', DATA_DIR: dataDir, READY_FILE: readyFile, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitForFile(readyFile, child);
  const address = JSON.parse(await readFile(readyFile, 'utf8')) as StackAddress;
  const end = (signal: NodeJS.Signals) => async () => {
    const children = await childrenOf(child.pid!);
    child.kill(signal);
    await once(child, 'exit');
    await waitForEnd(children);
  };
  return { pid: child.pid!, address, kill: end('SIGKILL'), stop: end('SIGTERM') };
}

/** One for a test file, on a folder of its own. */
export function useStackProcess(environment: Record<string, string> = {}) {
  let dataDir: string;
  let stack: StackProcess;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'ringback-process-'));
    stack = await startStackProcess(dataDir, environment);
  });
  afterAll(async () => {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { dataDir: () => dataDir, address: () => stack.address };
}

/** The ids of the processes that a process has started, on Linux. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

/**
 * The carrier's simulator ends with its parent, but some time after it: until then its calls would go on beside those of the next
 * stack, which has the same calls.
 */
async function waitForEnd(pids: readonly number[]): Promise<void> {
  const giveUpAt = Date.now() + START_DEADLINE_MS;
  while (pids.some((pid) => existsSync(`/proc/${pid}/exe`))) {
    if (Date.now() > giveUpAt) throw new Error(`of the processes ${pids.join(', ')} one has outlived the stack`);
    await sleep(10);
  }
}

/** @throws Error if the stack ends first, or is not ready in time */
export async function waitForFile(path: string, child: ChildProcess): Promise<void> {
  const giveUpAt = Date.now() + START_DEADLINE_MS;
  while (!existsSync(path)) {
    if (child.exitCode !== null) throw new Error(`the stack ended with ${child.exitCode} before it was ready`);
    if (Date.now() > giveUpAt) throw new Error(`the stack was not ready within ${START_DEADLINE_MS / 1000} s`);
    await sleep(20);
  }
}
