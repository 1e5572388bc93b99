import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import { startStackProcess, type StackProcess } from '#test/support/stack-process.ts';

let dataDir: string;
let stack: StackProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ringback-restart-'));
  stack = await startStackProcess(dataDir);
});

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** A start that is expected to fail: its exit code and what it says. */
async function failToStart(environment: NodeJS.ProcessEnv): Promise<{ code: number; lines: string[] }> {
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: 'memory', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  return { code, lines: said.trim().split('\n') };
}

describe('npm start', () => {
  it('comes back after a kill with the same addresses, users and tokens', async () => {
    const before = stack.address;
    await stack.kill();
    stack = await startStackProcess(dataDir);
    expect(stack.address).toEqual<StackAddress>(before);
  });

  it('leaves a data folder to one stack at a time', async () => {
    const { code, lines } = await failToStart({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/is in use by another stack/)]);
  });

  it('says so when its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, lines } = await failToStart({ PORT: String(port) });
    taken.close();
    expect(code).toBe(1);
    expect(lines).toEqual([`ringback: port ${port} is in use: stop what uses it, or set PORT`]);
  });

  it.each([
    { environment: { PORT: 'http' }, complaint: 'PORT is not a port (0 to 65535): http' },
    { environment: { PORT: '70000' }, complaint: 'PORT is not a port (0 to 65535): 70000' },
    { environment: { SIMULATOR_SPEED: '0' }, complaint: 'SIMULATOR_SPEED is not a speed (0.1 to 1000): 0' },
    {
      environment: { TEMPLATE: 'nowhere' },
      complaint: 'nowhere holds no synthesised template: run «npm run synth» first',
    },
  ])('says what is wrong with $environment', async ({ environment, complaint }) => {
    await expect(failToStart(environment)).resolves.toEqual({ code: 1, lines: [`ringback: ${complaint}`] });
  });

  it('keeps secrets to the owner of the folder', async () => {
    for (const file of ['secrets.json', 'connection.json', 'ready.json']) {
      expect((await stat(join(dataDir, file))).mode & 0o077).toBe(0);
    }
  });

  it('stops cleanly when it is told to', async () => {
    await stack.stop();
    expect(existsSync(join(dataDir, 'connection.json'))).toBe(false);
    await expect(readdir(dataDir)).resolves.toEqual(expect.arrayContaining(['table.db', 'queues', 'ringback.log']));
  });
});
