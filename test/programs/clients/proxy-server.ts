import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request as send, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

export interface Proxy {
  /** `127.0.0.1:18099` */
  host: string;
  /** The first line of each request, and its Proxy-Authorization. */
  seen: Array<{ line: string; authorization: string | undefined }>;
  /** The certificate of `calls.example.com`. */
  certificate: string;
}

/** A forward proxy, as companies have it, behind which `calls.example.com` is the service of this test. */
export async function startProxy(service: RequestListener): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'ringback-proxy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  await promisify(execFile)(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=calls.example.com -addext
     subjectAltName=DNS:calls.example.com -keyout ${key} -out ${certificate}`.split(/\s+/),
  );
  const tls = await portOf(createTlsServer({ key: await readFile(key), cert: await readFile(certificate) }, service));
  const plain = await portOf(createServer(service));
  const seen: Proxy['seen'] = [];
  const server = createServer((request, response) => {
    seen.push({ line: `${request.method} ${request.url}`, authorization: request.headers['proxy-authorization'] });
    const { pathname } = new URL(request.url ?? '');
    const forwarded = send(
      { port: plain, path: pathname, method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(forwarded);
  });
  server.on('connect', (request, socket) => {
    seen.push({ line: `CONNECT ${request.url}`, authorization: request.headers['proxy-authorization'] });
    const upstream = connect(tls, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    for (const one of [socket, upstream]) one.on('error', () => one.destroy());
  });
  return { host: `127.0.0.1:${await portOf(server)}`, seen, certificate };
}

/** A proxy that wants a password. */
export async function startRefusingProxy(): Promise<{ host: string }> {
  const server = createServer();
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nconnection: close\r\n\r\n');
  });
  return { host: `127.0.0.1:${await portOf(server)}` };
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
