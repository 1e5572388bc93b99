import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '#test/clients/scripted-service.ts';
import { startProxy, startRefusingProxy } from '#test/programs/clients/proxy-server.ts';

const root = resolve(import.meta.dirname, '../../..');
const TLS = 'https://calls.example.com/api';
const PLAIN = 'http://calls.example.com/api';

type Environment = Record<string, string>;
type Ran = { code: number; out: string };

/** A program without the variables of this machine. */
function run(file: string, args: string[], env: Environment): Promise<Ran> {
  return new Promise((done) => {
    const own = {
      PATH: process.env['PATH'] ?? '',
      RINGBACK_CONFIG_HOME: '/nowhere',
      RINGBACK_TOKEN: 'rb_test',
      ...env,
    };
    execFile(file, args, { env: own, cwd: root }, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr });
    });
  });
}

const cli = (args: string[], env: Environment) => run(process.execPath, ['clients/cli/dist/ringback.js', ...args], env);

/** Says whether the dispatcher of all `fetch` of the program is another one afterwards. */
const program = `
  import { createClient } from '@ringback/client';
  import { proxyFetch } from '@ringback/client/proxy';
  const { RINGBACK_URL: baseUrl } = process.env;
  const ringback = createClient({ baseUrl, token: 'rb_test', maxRetries: 0, fetch: proxyFetch() });
  const { name } = await ringback.me();
  const { getGlobalDispatcher, Agent } = await import('undici');
  console.log(name, getGlobalDispatcher() instanceof Agent ? 'changed' : 'unchanged');
`;

const python = `
import os
from ringback import Ringback
print(Ringback(os.environ["RINGBACK_URL"], "rb_test", max_retries=0).get_current_user()["name"])
`;

async function mcp(env: Environment): Promise<Ran> {
  const client = new Client({ name: 'test', version: '1' });
  const own = { RINGBACK_TOKEN: 'rb_test', ...env };
  const args = ['clients/mcp/dist/ringback-mcp.js'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root, env: own }));
  onTestFinished(() => client.close());
  const answered = await client.callTool({ name: 'list_lookups', arguments: {} });
  return { code: answered.isError ? 1 : 0, out: JSON.stringify(answered.content) };
}

const useTypeScript = (env: Environment) => run(process.execPath, ['--input-type=module', '-e', program], env);

const clients: Array<[string, (env: Environment) => Promise<Ran>]> = [
  ['the command line', (env) => cli(['me'], env)],
  ['the MCP server', mcp],
  ['the TypeScript client', useTypeScript],
  ['the Python client', (env) => run('python3', ['-c', python], { PYTHONPATH: 'clients/python', ...env })],
];

const start = () =>
  startProxy((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url?.endsWith('/me') ? { name: 'Ada behind the proxy' } : []));
  });

describe.each(clients)('%s', (_name, use) => {
  it('sends https through HTTPS_PROXY, with CONNECT', async () => {
    const { host, seen, certificate } = await start();
    const trusted = { NODE_EXTRA_CA_CERTS: certificate, SSL_CERT_FILE: certificate };
    const ran = await use({ RINGBACK_URL: TLS, HTTPS_PROXY: `http://ada:secret@${host}`, ...trusted });
    expect(ran).toMatchObject({ code: 0 });
    const authorization = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
    expect(new Set(seen.map((one) => one.line))).toEqual(new Set(['CONNECT calls.example.com:443']));
    expect(seen[0]).toEqual({ line: 'CONNECT calls.example.com:443', authorization });
  });

  it('sends http through http_proxy, with the whole address', async () => {
    const { host, seen } = await start();
    expect(await use({ RINGBACK_URL: PLAIN, http_proxy: `http://${host}` })).toMatchObject({ code: 0 });
    expect(seen[0]?.line).toMatch(/^GET http:\/\/calls\.example\.com\/api\/user\//);
  });

  it('sends nothing through it that NO_PROXY excludes, and nothing to this machine', async () => {
    const { host, seen } = await start();
    const { url } = await startService(({ path }) => ({ body: path === '/user/me' ? { name: 'Ada' } : [] }));
    expect(await use({ RINGBACK_URL: url, HTTP_PROXY: `http://${host}` })).toMatchObject({ code: 0 });
    const excluded = { RINGBACK_URL: TLS, HTTPS_PROXY: `http://${host}`, NO_PROXY: '.example.com' };
    expect(await use(excluded)).toMatchObject({ code: 1, out: expect.stringContaining('cannot be reached') });
    expect(seen).toEqual([]);
  });

  it('says that the proxy is not there, without its password', async () => {
    const { code, out } = await use({ RINGBACK_URL: PLAIN, HTTP_PROXY: 'http://ada:secret@127.0.0.1:9' });
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('cannot be reached') });
    expect(out).not.toContain('secret');
  });
});

it('the TypeScript client changes nothing that the program shares', async () => {
  const { host, certificate } = await start();
  const env = { RINGBACK_URL: TLS, HTTPS_PROXY: host, NODE_EXTRA_CA_CERTS: certificate };
  expect((await useTypeScript(env)).out).toBe('Ada behind the proxy unchanged\n');
});

it('a proxy that refuses is named, with its status', async () => {
  const { host } = await startRefusingProxy();
  const { code, out } = await cli(['me'], { RINGBACK_URL: TLS, HTTPS_PROXY: `http://${host}` });
  expect(code).toBe(1);
  expect(out).toMatch(new RegExp(`cannot be reached: through the proxy ${host}: .*407`));
});

it('a webhook goes to its receiver through the proxy, too', async () => {
  const { host, seen } = await start();
  const args = [
    'trigger',
    'call.completed',
    '--to',
    'http://hooks.example.com/in',
    '--secret',
    'whsec_c2FtcGxlLXNlY3JldA==',
  ];
  expect(await cli(args, { HTTP_PROXY: `http://${host}` })).toMatchObject({ code: 0 });
  expect(seen.map(({ line }) => line)).toEqual(['POST http://hooks.example.com/in']);
});
