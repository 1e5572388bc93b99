import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createGuardedTransport, type GuardedTransport } from '#shared/platform/http/guarded-transport.ts';
import { serveNames } from '#test/stores/name-server.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { serve } from '#test/support/http-server.ts';
import { createMemoryWebhookTransport } from '#test/support/memory/webhooks.ts';
import { privateAddresses } from '#test/support/private-addresses.ts';

const stops: Array<() => Promise<void>> = [];
async function stopReceivers(): Promise<void> {
  for (const stop of stops.splice(0)) await stop();
}
afterEach(stopReceivers);

/** A receiver on this machine; gives its address. */
async function receiver(listener: RequestListener): Promise<string> {
  const { url, stop } = await serve(listener);
  stops.push(stop);
  return `${url}/hook`;
}

const clock = createFixedClock();
const http = (changes = {}) => createGuardedTransport({ allowLoopback: true, clock, ...changes });
const post = (transport: GuardedTransport, url: string, body = '{}') => transport.post({ url, headers: {}, body });

interface Answer {
  status: number;
  body: string;
}

const CLOSED = 'the connection was closed before the answer was complete (ECONNRESET)';

const subjects = [
  {
    adapter: 'memory',
    answering: async ({ status, body }: Answer) => ({
      url: 'https://example.com/hook',
      transport: createMemoryWebhookTransport([
        { kind: 'answered', status, body, retryAfterSeconds: null, durationMs: 3 },
      ]),
    }),
    silent: async () => ({
      url: 'https://example.com/hook',
      transport: createMemoryWebhookTransport([{ kind: 'unreachable', problem: CLOSED, durationMs: 3 }]),
    }),
  },
  {
    adapter: 'http',
    answering: async ({ status, body }: Answer) => ({
      url: await receiver((_, response) => void response.writeHead(status).end(body)),
      transport: http(),
    }),
    silent: async () => ({ url: await receiver((request) => void request.socket.destroy()), transport: http() }),
  },
];

describe.each(subjects)('webhook transport on $adapter', ({ answering, silent }) => {
  it.each([200, 204, 302, 410, 500])('returns an answer of %i as it came', async (status) => {
    const body = status === 204 ? '' : 'thanks';
    const { transport, url } = await answering({ status, body });
    const answer = await post(transport, url);
    expect(answer).toEqual({
      kind: 'answered',
      status,
      body,
      retryAfterSeconds: null,
      durationMs: expect.any(Number) as number,
    });
  });

  it('says that no answer came', async () => {
    const { transport, url } = await silent();
    await expect(post(transport, url)).resolves.toMatchObject({ kind: 'unreachable', problem: CLOSED });
  });
});

describe('webhook transport on http alone', () => {
  it('posts the body as JSON, with our headers', async () => {
    let seen: unknown;
    const url = await receiver((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        const { method, url, headers } = request;
        const { 'content-type': type, 'user-agent': agent, 'webhook-id': id, 'content-length': length } = headers;
        seen = { method, url, type, agent, id, length, body };
        response.end();
      });
    });
    await http().post({ url, headers: { 'webhook-id': 'evt_1' }, body: '{"a":"é"}' });
    expect(seen).toEqual({
      method: 'POST',
      url: '/hook',
      type: 'application/json',
      agent: 'Ringback-Webhooks/1',
      id: 'evt_1',
      length: '10',
      body: '{"a":"é"}',
    });
  });

  it('follows no redirect', async () => {
    let visits = 0;
    const url = await receiver((request, response) => {
      visits += 1;
      response.writeHead(307, { location: `http://${request.headers.host}/elsewhere` }).end();
    });
    await expect(post(http(), url)).resolves.toMatchObject({ kind: 'answered', status: 307 });
    expect(visits).toBe(1);
  });

  it('reads 64 KB of an endless answer and hangs up', async () => {
    const url = await receiver((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    });
    const answer = await post(http(), url);
    expect(answer).toMatchObject({ kind: 'answered', status: 200, body: 'x'.repeat(65_536) });
  });

  it.each([
    { part: 'any answer', listener: () => undefined },
    { part: 'the whole answer', listener: ((_, response) => void response.write('so far')) as RequestListener },
  ])('gives up when $part does not come in time', async ({ listener }) => {
    const url = await receiver(listener);
    const answer = await post(http({ deadlineMs: 100 }), url);
    expect(answer).toMatchObject({ kind: 'unreachable', problem: 'no answer within 0.1 s' });
  });

  const word = 'Danke schön';
  it.each([
    ['gzip', {}, gzipSync(word)],
    ['deflate', {}, deflateSync(word)],
    ['br', {}, brotliCompressSync(word)],
    ['zstd', {}, zstdCompressSync(word)],
    ['identity', { 'content-type': 'text/plain; charset=iso-8859-1' }, Buffer.from(word, 'latin1')],
    ['identity', { 'content-type': 'text/plain; charset="UTF-16LE"' }, Buffer.from(word, 'utf16le')],
    ['identity', { 'content-type': 'text/plain; charset=none-such' }, Buffer.from(word)],
    ['identity', {}, Buffer.from(`\uFEFF${word}`)],
    ['GZIP', { 'content-type': 'text/plain; charset=windows-1252' }, gzipSync(Buffer.from(word, 'latin1'))],
  ])('reads an answer in the coding %s and the charset of %j', async (coding, headers, bytes) => {
    const url = await receiver((_, response) =>
      response.writeHead(200, { ...headers, 'content-encoding': coding }).end(bytes),
    );
    await expect(post(http(), url)).resolves.toMatchObject({ kind: 'answered', status: 200, body: word });
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])(
    'counts an answer by its status when it is not %s as it says',
    async (coding) => {
      const url = await receiver((_, response) =>
        response.writeHead(200, { 'content-encoding': coding }).end('thanks'),
      );
      await expect(post(http(), url)).resolves.toMatchObject({ kind: 'answered', status: 200, body: '' });
    },
  );

  it('reads 64 KB of a small answer that is large when it is decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const url = await receiver((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    const answer = await post(http(), url);
    expect(answer).toMatchObject({ kind: 'answered', status: 200 });
    expect(answer).toHaveProperty('body.length', 65_536);
  });

  it('says when an answer breaks off', async () => {
    const url = await receiver((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => void request.socket.destroy());
    });
    await expect(post(http(), url)).resolves.toMatchObject({ kind: 'unreachable' });
  });

  it.each([
    { header: '120', seconds: 120 },
    { header: new Date(clock.now() + 90_000).toUTCString(), seconds: 90 },
    { header: new Date(clock.now() - 90_000).toUTCString(), seconds: 0 },
    { header: 'soon', seconds: null },
    { header: '-5', seconds: null },
  ])('reads Retry-After: $header', async ({ header, seconds }) => {
    const url = await receiver((_, response) => void response.writeHead(503, { 'retry-after': header }).end());
    await expect(post(http(), url)).resolves.toMatchObject({ status: 503, retryAfterSeconds: seconds });
  });

  it.each(privateAddresses)('refuses %s', async (url) => {
    const answer = await post(http({ allowLoopback: false }), url);
    expect(answer).toMatchObject({ kind: 'refused', problem: 'not a public address' });
  });

  it.each(['http://10.1.2.3/', 'http://0.0.0.0:9/', 'http://169.254.169.254/', 'http://[::ffff:127.0.0.1]:9/'])(
    'refuses %s also where loopback is allowed',
    async (url) => {
      for (const allowLoopback of [true, false]) {
        await expect(post(http({ allowLoopback }), url)).resolves.toMatchObject({ kind: 'refused' });
      }
    },
  );

  async function useNames(allowLoopback: boolean) {
    const { address, stop } = await serveNames();
    stops.push(async () => stop());
    return http({ allowLoopback, nameServers: [address], deadlineMs: 1_000 });
  }

  it('posts without delay while the name servers of other receivers are silent', async () => {
    const transport = await useNames(true);
    // A receiver of the world, which answers to every name.
    const server = createServer((_, response) => void response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(async () => void server.close());
    const { port } = server.address() as AddressInfo;
    const silent = [1, 2, 3, 4].map((number) => post(transport, `http://${number}.silent.example:${port}/`));
    const startedAt = performance.now();
    await expect(post(transport, `http://quick.example:${port}/`)).resolves.toMatchObject({ status: 200 });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    for (const answer of silent)
      await expect(answer).resolves.toMatchObject({ kind: 'unreachable', problem: 'no answer within 1 s' });
  });

  it.each(['private.example', 'localhost', 'here.localhost'])('refuses %s by its address', async (name) => {
    const answer = await post(await useNames(false), `http://${name}:9/`);
    expect(answer).toMatchObject({ kind: 'refused', problem: 'not a public address' });
  });

  it('says that a name is unknown', async () => {
    const answer = await post(await useNames(false), 'https://unknown.example/');
    expect(answer).toMatchObject({ kind: 'unreachable', problem: 'the host name does not exist (ENOTFOUND)' });
  });

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'example.com'])('refuses %s', async (url) => {
    const answer = await post(http(), url);
    expect(answer).toMatchObject({ kind: 'refused', problem: 'not an http or https address' });
  });

  it('reports a refused connection', async () => {
    const url = await receiver(() => undefined);
    await stopReceivers();
    const problem = 'connection refused (ECONNREFUSED)';
    await expect(post(http(), url)).resolves.toMatchObject({ kind: 'unreachable', problem });
  });
});
