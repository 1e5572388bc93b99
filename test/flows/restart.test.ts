import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StackAddress } from '#infra/local/stack/ready-file.ts';
import { waitFor } from '#test/support/local-stack.ts';

const program = resolve(import.meta.dirname, '../../infra/local/start.ts');
const FINAL = new Set(['completed', 'ended_by_customer', 'ended_by_assistant', 'busy', 'no-answer', 'failed']);
/** A killed worker may have claimed the attempt of a webhook: its claim runs out after half a minute. */
const DEADLINE_MS = 60_000;
let folder: string;
let stack: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restart-'));
});

afterAll(async () => {
  stack?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface CallRecord {
  id: number;
  status: string;
  client_phone_number: string;
  webhook_response: { status?: number };
}

/** `npm start`, as a program of its own. */
async function start(): Promise<StackAddress> {
  const readyFile = join(folder, 'ready.json');
  await rm(readyFile, { force: true });
  stack = spawn(process.execPath, [program], {
    stdio: 'ignore',
    env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), READY_FILE: readyFile, SIMULATOR_SPEED: '60' },
  });
  return waitFor('the ready file', async () => {
    try {
      return JSON.parse(await readFile(readyFile, 'utf8')) as StackAddress;
    } catch {
      return undefined;
    }
  });
}

async function kill(): Promise<void> {
  stack?.kill('SIGKILL');
  await once(stack!, 'exit');
}

async function api<Body>(address: StackAddress, method: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(`${address.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${address.users[0]!.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Body;
}

const calls = async (address: StackAddress) =>
  (await api<{ data: CallRecord[] }>(address, 'GET', '/user/calls?per_page=50')).data;

const isOver = (call: CallRecord) => FINAL.has(call.status) && call.webhook_response.status === 200;

describe('a stack that is killed', { timeout: 2 * DEADLINE_MS }, () => {
  it('loses no call, dials none twice and delivers every webhook', async () => {
    let address = await start();
    const { data: assistant } = await api<{ data: { id: number } }>(address, 'POST', '/user/assistant', {
      assistant_name: 'Front desk',
      voice_id: 1,
      language: 'English',
      llm_model: 'rehearsal',
      calls_direction: 'make',
      engine_type: 'pipeline',
      timezone: 'Europe/Berlin',
      initial_message: 'Hello, this is Mia.',
      system_prompt: 'You are Mia.',
      is_webhook_active: true,
      send_webhook_only_on_completed: false,
      webhook_url: `${address.webhook_sink_url}/calls`,
    });
    const accepted: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const number of ['+12025550100', '+12025550101', '+12025550150', '+12025550153']) {
        const call = { phone_number: number, assistant_id: assistant.id };
        const { call_id: id } = await api<{ call_id: number }>(address, 'POST', '/user/make_call', call);
        accepted.push(id);
      }
      // Some calls are queued by now, some ring and some talk.
      await kill();
      address = await start();
    }
    let last: CallRecord[] = [];
    const openOnes = () => `the end of ${JSON.stringify(last.filter((call) => !isOver(call)))}`;
    const look = async () => {
      last = await calls(address);
      return last.every(isOver);
    };
    await waitFor(openOnes, look, DEADLINE_MS);
    expect(last.map(({ id }) => id)).toEqual(accepted.toReversed());
    expect(last.filter((call) => call.client_phone_number === '+12025550150').map(({ status }) => status)).toEqual([
      'busy',
      'busy',
      'busy',
    ]);
    const response = await fetch(`${address.simulator_url}/_simulator/calls`);
    const { calls: dialled } = (await response.json()) as { calls: unknown[] };
    expect(dialled.length).toBeLessThanOrEqual(accepted.length);
  });

  it('keeps the ports, the users and their tokens', async () => {
    const before = JSON.parse(await readFile(join(folder, 'ready.json'), 'utf8')) as StackAddress;
    await kill();
    const after = await start();
    const stable = (address: StackAddress) => ({
      ...address,
      users: address.users.map((user) => ({ ...user, balance: 0 })),
    });
    expect(stable(after)).toEqual(stable(before));
  });

  it('leaves the folder to one stack at a time', async () => {
    const second = spawn(process.execPath, [program], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data') },
    });
    let said = '';
    second.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(second, 'exit')) as [number];
    expect(code).toBe(1);
    expect(said).toMatch(/is in use by another stack/);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  it('stops cleanly when it is told to', async () => {
    stack?.kill('SIGINT');
    const [code] = (await once(stack!, 'exit')) as [number];
    expect(code).toBe(0);
  });
});
