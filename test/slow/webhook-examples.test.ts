import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#infra/local/address/free-port.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { createAssistant, makeCall } from '#test/support/over-http.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const running = useLocalStack();
let folder: string;
const children: ChildProcess[] = [];

/** As a user does it: a copy of the examples, their frameworks, and the client. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webhook-examples-'));
  await cp(resolve(root, 'docs/webhook-examples'), folder, { recursive: true });
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  await symlink(resolve(root, 'node_modules/@ringback'), join(folder, 'node_modules/@ringback'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

interface Receiver {
  url: string;
  printed: () => string;
}

const secret = () => running().users[0]!.webhook_secret;

async function start(command: string, args: string[], port: number, key = secret()): Promise<Receiver> {
  const env = { ...process.env, PORT: String(port), RINGBACK_WEBHOOK_SECRET: key };
  const child = spawn(command, args, { cwd: folder, env });
  children.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (printed += part));
  }
  await waitFor(
    () => `${command} ${args.join(' ')}: ${printed}`,
    () => /ready|Uvicorn running/.test(printed),
  );
  return { url: `http://localhost:${port}/hook`, printed: () => printed };
}

/** What API Gateway makes of a request, and of the function's answer. */
async function startLambda(): Promise<Receiver> {
  const { handler } = (await import(pathToFileURL(join(folder, 'lambda.js')).href)) as {
    handler: (event: { headers: IncomingHttpHeaders; body: string; isBase64Encoded: boolean }) => Promise<{
      statusCode: number;
      body?: string;
    }>;
  };
  process.env['RINGBACK_WEBHOOK_SECRET'] = secret();
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const body = Buffer.concat(parts).toString('base64');
        void handler({ headers: request.headers, body, isBase64Encoded: true }).then(({ statusCode, body: text }) =>
          response.writeHead(statusCode).end(text),
        );
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, printed: () => print.mock.calls.flat().join('\n') };
}

const receivers: Record<string, () => Promise<Receiver>> = {
  'express.js': async () => start(process.execPath, ['express.js'], await freePort()),
  'fastify.js': async () => start(process.execPath, ['fastify.js'], await freePort()),
  'hono.js': async () => start(process.execPath, ['hono-node.js'], await freePort()),
  'lambda.js': startLambda,
  'fastapi_app.py': () => startFastApi(),
};

async function startFastApi(key?: string): Promise<Receiver> {
  const port = await freePort();
  return start('/usr/bin/python3', ['-m', 'uvicorn', 'fastapi_app:app', '--port', String(port)], port, key);
}

/** A call whose webhook goes to this URL. Returns its id when the webhook is delivered. */
async function callWithWebhook(url: string): Promise<number> {
  const { api } = running();
  const assistant = await createAssistant(api, { is_webhook_active: true, webhook_url: url });
  const id = await makeCall(api, '+12025550100', assistant);
  await waitFor(`the delivery to ${url}`, async () => {
    const path = `/user/webhooks/deliveries?call_id=${id}`;
    const { body } = await api<{ data: Array<{ status: string }> }>('GET', path);
    return body.data[0]?.status === 'delivered';
  });
  return id;
}

describe('the webhook guide', () => {
  it.each(Object.keys(receivers))('%s accepts a delivery once, and refuses what is not signed', async (name) => {
    const receiver = await receivers[name]!();
    const id = await callWithWebhook(receiver.url);
    const line = new RegExp(`call\\.completed ${id}: \\+12025550100, `, 'g');
    await waitFor('the event', () => line.test(receiver.printed()));

    const unsigned = await fetch(receiver.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event: 'call.completed', id: 1 }),
    });
    expect(unsigned.status).toBe(400);
    const { signWebhook } = await import('@ringback/client');
    const body = JSON.stringify({ event: 'call.completed', id, customer_phone: '+12025550100', status: 'completed' });
    const repeated = await signWebhook({ id: `evt_${id}_call.completed`, body, secret: secret() });
    const post = (headers: Record<string, string>, text: string) =>
      fetch(receiver.url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text });
    expect((await post(repeated, body)).status).toBe(204);
    expect((await post(repeated, body.replace('completed', 'failed'))).status).toBe(400);
    const late = await signWebhook({ id: 'evt_late', body, secret: secret(), now: Date.now() - 301_000 });
    expect((await post(late, body)).status).toBe(400);
    expect(receiver.printed().match(line)).toHaveLength(1);
  });

  it('fastapi_app.py accepts nothing while its secret is empty', async () => {
    const { url } = await startFastApi('whsec_');
    const body = JSON.stringify({ event: 'call.completed', id: 1, customer_phone: '+1', status: 'completed' });
    const time = String(Math.floor(Date.now() / 1000));
    const forged = createHmac('sha256', '').update(`evt_1.${time}.${body}`).digest('base64');
    const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${forged}` };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(500);
  });

  it('links each example', async () => {
    const page = await readFile(resolve(root, 'docs/webhooks.md'), 'utf8');
    for (const name of Object.keys(receivers)) expect(page).toContain(`(webhook-examples/${name})`);
  });
});
