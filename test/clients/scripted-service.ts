import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import { onTestFinished } from 'vitest';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  token: string | undefined;
}

/** What a service answers; undefined leaves the request open. */
export type Service = (asked: Asked) => { status?: number; body?: unknown } | undefined;

/** A service that answers as the test says, and keeps what it was asked. */
export async function startService(answer: Service): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const handle = async () => {
      const one = await readRequest(request);
      asked.push(one);
      const answered = answer(one);
      if (answered === undefined) return;
      response.writeHead(answered.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answered.body ?? {}));
    };
    handle().catch(() => response.destroy());
  });
  const { url, stop } = await listen(server);
  onTestFinished(stop);
  return { url: `${url}/api`, asked };
}

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = await text(request);
  return {
    method: request.method ?? '',
    path: url.pathname.replace(/^\/api/, ''),
    query: url.searchParams,
    body: body === '' ? undefined : JSON.parse(body),
    token: request.headers.authorization?.replace('Bearer ', ''),
  };
}
