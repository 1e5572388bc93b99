import type { IncomingMessage, RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createGuardedTransport } from '#shared/platform/http/guarded-transport.ts';
import { createCachedSecrets } from '#shared/platform/secrets.ts';
import { sendToolRequest } from '#shared/tools/send-tool-request.ts';
import { buildToolRequest } from '#shared/tools/tool-request.ts';
import { toolMethods, type UserTool } from '#shared/tools/user-tool.ts';
import { serveNames } from '#test/stores/name-server.ts';
import { buildUser } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { serve } from '#test/support/http-server.ts';
import { privateAddresses } from '#test/support/private-addresses.ts';
import { buildUserTool } from '#test/support/user-tools.ts';

const clock = createFixedClock();
const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function receiver(listener: RequestListener): Promise<string> {
  const { url, stop } = await serve(listener);
  stops.push(stop);
  return url;
}

interface Sending extends Partial<UserTool> {
  allowLoopback?: boolean;
  nameServers?: string[];
  secrets?: Record<string, string>;
}

/** As a conversation does it: builds the request, and sends it over a real connection. */
async function send({ allowLoopback = true, nameServers, secrets = {}, ...changes }: Sending, args: object = {}) {
  const tool = buildUserTool(changes);
  const built = buildToolRequest(tool, { args, variables: {}, secrets });
  if (built.kind === 'refused') throw new Error(built.problem);
  return sendToolRequest(
    { tool, request: built.request, id: 'inv_1' },
    {
      users: { get: async () => buildUser({ id: 7 }) },
      secrets: createCachedSecrets(async () => 'key', clock),
      transport: createGuardedTransport({ allowLoopback, clock, ...(nameServers && { nameServers }) }),
      clock,
    },
  );
}

describe('a tool', () => {
  it.each(privateAddresses)('does not reach %s', async (endpoint) => {
    const result = await send({ endpoint, allowLoopback: false });
    expect(result).toMatchObject({ outcome: 'unsent', problem: 'not a public address', body: '' });
    expect(result.told).toBe('The service cannot be reached, and nothing was done.');
  });

  it.each(['private.example', 'here.localhost'])(
    'does not reach %s, whose name leads to a private address',
    async (name) => {
      const { address, stop } = await serveNames();
      stops.push(async () => stop());
      const sent = { endpoint: `http://${name}:9/`, allowLoopback: false, nameServers: [address] };
      expect(await send(sent)).toMatchObject({ outcome: 'unsent', problem: 'not a public address' });
    },
  );

  it.each(toolMethods)('sends %s with its arguments, headers and signature', async (method) => {
    const seen: Array<Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }> = [];
    const endpoint = await receiver((request, response) => {
      const chunks: string[] = [];
      request.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
      request.on('end', () => {
        seen.push({ method: request.method, url: request.url, headers: request.headers, body: chunks.join('') });
        response.end('{"ok":true}');
      });
    });
    const schema = [{ name: 'day', type: 'string', description: 'The day.' }] as const;
    const headers = [{ name: 'X-Name', masked: '••••' }];
    const secrets = { 'X-Name': 'José' };
    const sent = { endpoint: `${endpoint}/slots`, method, schema: [...schema], headers, secrets };
    expect(await send(sent, { day: 'Tuesday' })).toMatchObject({ outcome: 'done', status: 200, told: '{"ok":true}' });
    const inQuery = method === 'GET';
    expect(seen).toMatchObject([
      {
        method,
        url: inQuery ? '/slots?day=Tuesday' : '/slots',
        body: inQuery ? '' : '{"day":"Tuesday"}',
        headers: { 'idempotency-key': 'inv_1', 'webhook-id': 'inv_1', 'user-agent': 'Ringback-Tools/1' },
      },
    ]);
    expect(Buffer.from(String(seen[0]?.headers['x-name']), 'latin1').toString()).toBe('José');
    expect(seen[0]?.headers['content-type']).toBe(inQuery ? undefined : 'application/json');
  });

  it('follows no redirect', async () => {
    let requests = 0;
    const endpoint = await receiver((_, response) => {
      requests += 1;
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    });
    expect(await send({ endpoint })).toMatchObject({ outcome: 'failed', status: 302 });
    expect(requests).toBe(1);
  });

  it('reads 64 KB of an answer, and tells the model 3,000 characters', async () => {
    const endpoint = await receiver((_, response) => void response.end('x'.repeat(200_000)));
    const { body, told } = await send({ endpoint });
    expect(body).toHaveLength(65_536);
    expect(told.length).toBeLessThan(3_020);
  });

  it('gives up after its own timeout, and does not know what was done', async () => {
    const endpoint = await receiver(() => undefined);
    const result = await send({ endpoint, timeoutSeconds: 1 });
    expect(result).toMatchObject({ outcome: 'unknown', problem: 'no answer within 1 s' });
    expect(result.durationMs).toBeLessThan(5_000);
  });

  it('knows that a server that refuses the connection has done nothing', async () => {
    const endpoint = await receiver(() => undefined);
    for (const stop of stops.splice(0)) await stop();
    expect(await send({ endpoint })).toMatchObject({ outcome: 'unsent' });
  });

  it('does not know what a server has done that closes the connection', async () => {
    const endpoint = await receiver((request) => void request.socket.destroy());
    expect(await send({ endpoint, method: 'POST' })).toMatchObject({ outcome: 'unknown' });
  });
});
