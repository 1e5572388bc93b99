import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '#test/clients/scripted-service.ts';

const program = resolve(import.meta.dirname, '../../../clients/mcp/dist/ringback-mcp.js');

function start(args: string[], url = 'http://127.0.0.1:9/api', environment = {}): ChildProcess {
  const env = { ...process.env, RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test', ...environment };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function endOf(child: ChildProcess): Promise<{ code: number; error: string }> {
  let error = '';
  child.stderr!.setEncoding('utf8').on('data', (part: string) => (error += part));
  const [code] = (await once(child, 'exit')) as [number];
  return { code, error };
}

it('ends when its client is gone, also in the middle of a wait', async () => {
  const { url, asked } = await startService(() => ({ body: { id: 1, status: 'ringing' } }));
  const child = start([], url);
  const send = (message: object) => child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  send({ id: 1, method: 'initialize', params });
  send({ method: 'notifications/initialized' });
  send({
    id: 2,
    method: 'tools/call',
    params: { name: 'wait_for_call', arguments: { call_id: 1, timeout_seconds: 600 } },
  });
  while (asked.length === 0) await new Promise((done) => setTimeout(done, 20));
  const ending = endOf(child);
  const leftAt = Date.now();
  child.stdin!.end();
  expect(await ending).toEqual({ code: 0, error: '' });
  expect(Date.now() - leftAt).toBeLessThan(10_000);
});

describe('a mistake is one line:', () => {
  it.each([
    ['no port', ['--http', 'abc'], /^error: --http takes a port from 0 to 65535\n/],
    ['a port beyond the last one', ['--http', '65536'], /^error: --http takes a port/],
    ['an unknown option', ['--htp'], /^error: Unknown option '--htp'/],
  ])('%s, exit code 2', async (_case, args, message) => {
    const { code, error } = await endOf(start(args));
    expect(code).toBe(2);
    expect(error).toMatch(message);
    expect(error).not.toMatch(/^ +at /m);
  });

  it.each([
    [
      'an address without a scheme',
      'calls.example.com/api',
      {},
      'The address of the API does not begin with https:// or http://',
    ],
    [
      'an address with credentials',
      'https://ada:secret@calls.example.com/api',
      {},
      'The address of the API has a user name',
    ],
    [
      'an address with /api twice',
      'https://calls.example.com/api/api',
      {},
      'The address of the API ends with /api twice',
    ],
    ['a token in quotes', undefined, { RINGBACK_TOKEN: '"rb_secret"' }, 'The access token has quotes'],
    [
      'a token in two lines',
      undefined,
      { RINGBACK_TOKEN: 'rb_sec\nret' },
      'The access token has a space or a line break',
    ],
  ])('%s, exit code 2, over stdio and HTTP', async (_case, url, environment, message) => {
    for (const args of [[], ['--http', '0']]) {
      const { code, error } = await endOf(start(args, url, environment));
      expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(`error: ${message}`) });
      expect(error).not.toMatch(/secret|^ +at /m);
    }
  });

  it('a secret that can be guessed, exit code 2', async () => {
    const { code, error } = await endOf(start(['--http', '0'], undefined, { RINGBACK_MCP_SECRET: 'secret' }));
    expect([code, error]).toEqual([2, 'error: RINGBACK_MCP_SECRET needs 20 characters or more\n']);
  });

  it('a busy port, exit code 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    expect(await endOf(start(['--http', String(port)]))).toEqual({
      code: 1,
      error: `error: port ${port} is in use\n`,
    });
  });
});
