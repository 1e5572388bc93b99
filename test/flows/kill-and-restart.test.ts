import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { waitFor } from '#test/support/local-stack.ts';
import { patience } from '#test/support/patience.ts';
import { startStackProcess, type StackProcess } from '#test/support/stack-process.ts';
import { startWebhookReceiver } from '#test/support/webhook-receiver.ts';

interface CallRecord {
  id: number;
  status: string;
  client_phone_number: string;
  total_cost: number;
}

interface DialAttempt {
  url: string;
  httpStatus: number;
}

/** Milliseconds after the requests at which the stack is killed: before the dialling, on the line, after the end, in the webhooks. */
const killMoments = [0, 60, 250, 700, 1500, 2600];
const customers = ['+12025550100', '+12025550150', '+12025550153', '+12025550154', '+12025550159'];
const isOpen = ({ status }: CallRecord) => ['initiated', 'ringing', 'in-progress', 'ended'].includes(status);
const webhooks = await startWebhookReceiver();

let dataDir: string;
let stack: StackProcess;
let started: number[] = [];
let calls: CallRecord[] = [];

function call(method: string, path: string, body?: unknown): Promise<Response> {
  const { base_url: baseUrl, users } = stack.address;
  return fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${users[0]!.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function listCalls(): Promise<CallRecord[]> {
  const { data } = (await (await call('GET', '/user/calls?per_page=100')).json()) as { data: CallRecord[] };
  return data;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ringback-kill-'));
  stack = await startStackProcess(dataDir);
  const webhook = { is_webhook_active: true, webhook_url: webhooks.url, send_webhook_only_on_completed: false };
  const created = await call('POST', '/user/assistant', assistantRequest(webhook));
  const { data: assistant } = (await created.json()) as { data: { id: number } };
  for (const moment of killMoments) {
    const answers = await Promise.all(
      customers.map((number) => call('POST', '/user/make_call', { phone_number: number, assistant_id: assistant.id })),
    );
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as Array<{ call_id: number }>;
    started = [...started, ...bodies.map(({ call_id: id }) => id)];
    await sleep(moment);
    await stack.kill();
    stack = await startStackProcess(dataDir);
  }
  calls = await waitFor(
    'every call to end and every webhook to arrive',
    async () => {
      const rows = await listCalls();
      const told = new Set(webhooks.events.map(({ body }) => body.id));
      return rows.length === started.length && !rows.some(isOpen) && told.size === started.length && rows;
    },
    patience(90_000),
  );
}, patience(180_000));

afterAll(async () => {
  await stack.stop();
  await webhooks.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a stack that is killed again and again', () => {
  it('keeps every call that it answered, and ends each in a final status', () => {
    expect(new Set(calls.map(({ id }) => id))).toEqual(new Set(started));
    expect(calls.filter(isOpen)).toEqual([]);
  });

  it('dials nobody twice', async () => {
    const response = await fetch(`${stack.address.simulator_url}/_simulator/dial-attempts`);
    const { attempts } = (await response.json()) as { attempts: DialAttempt[] };
    const taken = attempts.filter(({ httpStatus }) => httpStatus === 201).map(({ url }) => url);
    expect(taken.length).toBeGreaterThan(0);
    expect(new Set(taken).size).toBe(taken.length);
  });

  it('loses no webhook, and tells the same story on every attempt', () => {
    const stories = new Map<string, string>();
    for (const { id, body } of webhooks.events) {
      const story = JSON.stringify(body);
      expect(stories.get(id) ?? story).toBe(story);
      stories.set(id, story);
    }
    const statuses = new Map(webhooks.events.map(({ body }) => [body.id, body.status]));
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(calls.map(({ id, status }) => [id, status])));
  });

  it('adds the money up', async () => {
    await stack.stop();
    stack = await startStackProcess(dataDir);
    const cost = calls.reduce((sum, { total_cost: total }) => sum + Math.round(total * 1e6), 0);
    expect(Math.round(stack.address.users[0]!.balance * 1e6)).toBe(100_000_000 - cost);
  });
});
