import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { createGuardedTransport } from '#shared/platform/http/guarded-transport.ts';
import { deliverWebhook } from '#shared/webhooks/deliver-webhook.ts';
import { retryDelays } from '#shared/webhooks/retry-schedule.ts';
import { createSettledCall } from '#test/support/in-memory/ended-calls.ts';

/** A self-signed certificate for nothing, and its key. */
const pem = (kind: string, text: string) => `-----BEGIN ${kind}-----\n${text}\n-----END ${kind}-----\n`;
const key = pem(
  'PRIVATE KEY',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZHfw9XIiN4bOqzVvrfp81dcbjdm5BwjenKNNc6DpvEWhRANCAARPACIW2er0G9LDV6e93VsUP3oH9bLnO/2jXWAs5vgfC7Sp39xeXjYiSVG4en5cCJjkvVlAn2t35zhGb5sFcn7i',
);
const cert = pem(
  'CERTIFICATE',
  'MIIBjTCCATOgAwIBAgIUUc6Jo+DZGfHM9I4frlRJUtuBhJYwCgYIKoZIzj0EAwIwGzEZMBcGA1UEAwwQcmVjZWl2ZXIuZXhhbXBsZTAgFw0yNjExMjIxMDI0MzdaGA8yMTI2MTAyOTEwMjQzN1owGzEZMBcGA1UEAwwQcmVjZWl2ZXIuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABE8AIhbZ6vQb0sNXp73dWxQ/egf1suc7/aNdYCzm+B8LtKnf3F5eNiJJUbh6flwImOS9WUCfa3fnOEZvmwVyfuKjUzBRMB0GA1UdDgQWBBS89b3M/eA+rxwH8db3s5dUHa1AKTAfBgNVHSMEGDAWgBS89b3M/eA+rxwH8db3s5dUHa1AKTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQDDpttpua+xjK+vMdslCPBIgcz6la3kNM9AUMABGhBiJwIgNKlJtc+nNTpNAaBuWUEZjRuVmnnmEhSvYJ5tUUeQmcU=',
);

const DEADLINE_MS = 200;
const LATE = 'no answer within 0.2 s';
/** 4,000 s after the fixed clock of these tests. */
const later = 'Tue, 30 Jun 2026 13:00:00 GMT';

type Behaviour = (socket: Socket) => void;
const says =
  (text: string | Buffer): Behaviour =>
  (socket) =>
    void socket.end(text);
const saysAndWaits =
  (text: string): Behaviour =>
  (socket) =>
    void socket.write(text);
const repeats =
  (text: string, everyMs: number, first = ''): Behaviour =>
  (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(text), everyMs);
    socket.on('close', () => clearInterval(timer));
  };
const status = (code: number | string, headers = '', body = '') =>
  says(`HTTP/1.1 ${code} So\r\n${headers}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`);
const head = 'HTTP/1.1 200 OK\r\n';
const floods: Behaviour = (socket) => {
  const more = () => {
    while (!socket.destroyed && socket.write('x'.repeat(16_384)));
  };
  socket.on('drain', more);
  socket.write(`${head}\r\n`);
  more();
};

/** What the receiver does | the status, or why there is none | Retry-After | scheme, or another URL */
const CLOSED = 'the connection was closed before the answer was complete (ECONNRESET)';

const rows: Array<[string, Behaviour, number | string | RegExp, seconds?: number | null, url?: string]> = [
  ['switches protocols', saysAndWaits('HTTP/1.1 101 Go\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'), 101],
  [
    'hints at once and then accepts',
    says(`HTTP/1.1 103 Hint\r\nlink: </a>\r\n\r\n${head}content-length: 0\r\n\r\n`),
    200,
  ],
  ['hints and falls silent', saysAndWaits('HTTP/1.1 103 Hint\r\nlink: </a>\r\n\r\n'), LATE],
  ['asks to continue for ever', repeats('HTTP/1.1 100 Continue\r\n\r\n', 5), LATE],
  ['is processing for ever', repeats('HTTP/1.1 102 Processing\r\n\r\n', 5), LATE],
  ['says nothing', () => undefined, LATE],
  ['sends its headers byte by byte', repeats('x', 20, 'HTTP/1.1 200 OK\r\nx: '), LATE],
  ['sends its body byte by byte', repeats('x', 20, `${head}\r\n`), LATE],
  ['ends its headers and waits', saysAndWaits(`${head}content-length: 5\r\n\r\n`), LATE],
  ['sends an endless body', floods, 200],
  ['sends more than 64 KB', status(200, '', 'x'.repeat(80_000)), 200],
  ['promises a body and sends none', says(`${head}content-length: 10\r\n\r\n`), CLOSED],
  ['promises too much', says(`${head}content-length: 100\r\n\r\nhalf`), CLOSED],
  [
    'sends garbage for a chunk',
    says(`${head}transfer-encoding: chunked\r\n\r\nzz\r\nxx\r\n`),
    /\((HPE_.+|ECONNRESET)\)$/,
  ],
  ['ends within a chunk', says(`${head}transfer-encoding: chunked\r\n\r\nff\r\nxx`), CLOSED],
  [
    'sends a gzip bomb',
    says(Buffer.concat([Buffer.from(`${head}content-encoding: gzip\r\n\r\n`), gzipSync(Buffer.alloc(1e7))])),
    200,
  ],
  ['resets the connection', (socket) => void socket.resetAndDestroy(), CLOSED],
  [
    'resets the connection after its headers',
    (socket) => void socket.write(`${head}content-length: 9\r\n\r\n`, () => socket.resetAndDestroy()),
    CLOSED,
  ],
  ['hangs up at once', (socket) => void socket.end(), CLOSED],
  ['speaks HTTP/0.9', says('<html>thanks</html>'), /not valid HTTP \(HPE_/],
  ['speaks HTTP/2', says(Buffer.from('000000040000000000', 'hex')), /not valid HTTP \(HPE_/],
  ['speaks SSH', says('SSH-2.0-OpenSSH_9.9\r\n'), /not valid HTTP \(HPE_/],
  ['has an invalid status', status('abc'), /not valid HTTP \(HPE_/],
  ['has a status of three zeros', status('000'), 'the answer is not valid HTTP'],
  ['has a status of four digits', status(2000), /not valid HTTP \(HPE_/],
  ['has a body after 204', says('HTTP/1.1 204 No\r\nconnection: close\r\n\r\nthanks'), 204],
  [
    'sends a header of 20 KB',
    status(200, `x: ${'x'.repeat(20_000)}\r\n`),
    'the headers of the answer are too large (HPE_HEADER_OVERFLOW)',
  ],
  [
    'sends thousands of headers',
    status(200, 'x-y: z\r\n'.repeat(5000)),
    'the headers of the answer are too large (HPE_HEADER_OVERFLOW)',
  ],
  ['has two content lengths', says(`${head}content-length: 1\r\ncontent-length: 2\r\n\r\nx`), /not valid HTTP \(HPE_/],
  [
    'has a length and chunks',
    says(`${head}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    /not valid HTTP \(HPE_/,
  ],
  ['splits a header', says(`${head}x: y\rset-cookie: z\r\n\r\n`), /not valid HTTP \(HPE_/],
  ['has a zero byte in a header', says(`${head}x: y\0z\r\n\r\n`), /not valid HTTP \(HPE_/],
  ...[301, 302, 303, 307, 308].map((code): (typeof rows)[number] => [
    `redirects with ${code} to a private address`,
    status(code, 'location: http://169.254.169.254/latest/meta-data/\r\n'),
    code,
  ]),
  ...[300, 304, 400, 401, 403, 404, 405, 407, 408, 409, 421, 422, 425, 451, 500, 501, 502, 504, 599].map(
    (code): (typeof rows)[number] => [`answers ${code}`, status(code), code],
  ),
  ['answers 410', status(410), 410],
  ['is busy for a minute', status(429, 'retry-after: 60\r\n'), 429, 60],
  ['is busy until a time', status(503, `retry-after: ${later}\r\n`), 503, 4000],
  ['is busy for a negative time', status(429, 'retry-after: -5\r\n'), 429],
  ['is busy for nonsense', status(429, 'retry-after: soon\r\n'), 429],
  ['is busy for ever', status(503, `retry-after: ${'9'.repeat(400)}\r\n`), 503, 86_400],
  ['has no TLS', says('thanks'), /^the TLS handshake failed \((EPROTO|ERR_SSL_.+)\)$/, null, 'https'],
  ['has TLS only', () => undefined, /\((HPE_.+|ECONNRESET)\)$/, null, 'http to tls'],
  [
    'has a certificate of its own making',
    () => undefined,
    'the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
    null,
    'tls',
  ],
  ['refuses connections', () => undefined, 'connection refused (ECONNREFUSED)', null, 'closed'],
  ['has no address', () => undefined, /\((ENOTFOUND|EAI_AGAIN)\)$/, null, 'https://receiver.invalid/hook'],
  ['has a private address', () => undefined, 'not a public address', null, 'http://10.1.2.3/hook'],
  ['has an unspecified address', () => undefined, 'not a public address', null, 'http://0.0.0.0:9/hook'],
];

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  server?.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

async function receiver(behave: Behaviour, url = 'http'): Promise<string> {
  if (url.includes('://')) return url;
  const listener = (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => behave(socket));
  };
  server = url.endsWith('tls') ? createTlsServer({ key, cert }, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  if (url === 'closed') server.close();
  return `${['https', 'tls'].includes(url) ? 'https' : 'http'}://127.0.0.1:${port}/hook`;
}

it.each(rows)(
  'records an attempt and takes the next step when a receiver %s',
  async (_, behave, answer, seconds, url) => {
    const { deps, message, delivery } = await createSettledCall([], { webhookUrl: await receiver(behave, url) });
    const transport = createGuardedTransport({ allowLoopback: true, clock: deps.clock, deadlineMs: DEADLINE_MS });
    await deliverWebhook(message(1), { ...deps, transport });
    const code = typeof answer === 'number' ? answer : 0;
    const end = code === 410 ? 'disabled' : code >= 200 && code < 300 ? 'delivered' : 'pending';
    const after = await delivery();
    expect(after).toMatchObject({ status: end, attempts: [{ status: code }] });
    expect(after?.attempts[0]?.problem ?? '').toMatch(typeof answer === 'number' ? /^$/ : answer);
    expect(after?.attempts[0]?.retryAfterSeconds ?? null).toBe(seconds ?? null);
    const endedAt = deps.clock.now() + (after?.attempts[0]?.durationMs ?? 0);
    const dueAt = endedAt + Math.max(retryDelays[0]!, (seconds ?? 0) * 1000);
    const retry = { dueAt, queue: 'deliver-webhook', message: message(2) };
    expect(deps.timer.timers).toEqual(end === 'pending' ? [retry] : []);
  },
);
