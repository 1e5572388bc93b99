import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCli } from '#clients/cli/src/run-cli.ts';

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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, asked };
}

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += String(part);
  return {
    method: request.method ?? '',
    path: url.pathname.replace(/^\/api/, ''),
    query: url.searchParams,
    body: text === '' ? undefined : JSON.parse(text),
    token: request.headers.authorization?.replace('Bearer ', ''),
  };
}

/** A folder that is gone after the test. */
export async function useFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ringback-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command line in this process, with a folder without profiles unless `env` names another one. */
export async function runLine(
  args: readonly string[],
  { env, signal = new AbortController().signal }: { env: Record<string, string>; signal?: AbortSignal },
): Promise<{ code: number; out: string; error: string }> {
  let [out, error] = ['', ''];
  const code = await runCli(args, {
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    isTerminal: false,
    isErrorTerminal: false,
    columns: 80,
    stdin: async () => '',
    env: { RINGBACK_CONFIG_HOME: join(tmpdir(), 'ringback-no-profiles'), ...env },
    signal,
  });
  return { code, out, error };
}
