import { type IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { type Listener, listenersOfThisProcess } from '#test/support/listeners.ts';
import { useLocalStack } from '#test/support/local-stack.ts';

const running = useLocalStack();
let servers: Listener[];
let table: Listener[];
beforeAll(() => {
  const all = listenersOfThisProcess();
  table = all.filter(({ program }) => program === 'dynoxide');
  servers = all.filter((one) => !table.includes(one));
});

type Headers = Record<string, string>;

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

interface Sent {
  method: string;
  path?: string;
  headers?: Headers;
  body?: string;
}

async function send(
  { address, port }: Pick<Listener, 'address' | 'port'>,
  { method, path = '/', headers, body }: Sent,
) {
  const sent = request({ host: address, port, method, path, headers: { host: `localhost:${port}`, ...headers } });
  const answered = new Promise<IncomingMessage>((done, fail) => {
    sent.once('response', done).once('upgrade', done).once('error', fail);
  });
  sent.end(body);
  const response = await answered;
  const status = response.statusCode;
  if (status === 101) response.socket.destroy();
  return { status, response };
}

const statusOf = async (...given: Parameters<typeof send>) => {
  const { status, response } = await send(...given);
  response.resume();
  return status;
};

const asText: Headers = { 'content-type': 'text/plain' };
/** What a page has a browser send without asking the server first, and the question that it asks before others. */
const requests: Array<[name: string, request: Sent]> = [
  ['a GET', { method: 'GET' }],
  ['a GET of the tokens', { method: 'GET', path: '/studio.json' }],
  ['a GET of calls', { method: 'GET', path: '/_simulator/calls' }],
  ['a GET of queues', { method: 'GET', path: '/_fauxqs/queues' }],
  ['a POST of text', { method: 'POST', path: '/_simulator/inbound-calls', headers: asText, body: '{}' }],
  ['a form', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'Action=a' }],
  ['JSON', { method: 'POST', path: '/api/user/sms', headers: { 'content-type': 'application/json' }, body: '{}' }],
  ['a preflight', { method: 'OPTIONS', headers: { 'access-control-request-method': 'DELETE' } }],
  ['a DELETE', { method: 'DELETE' }],
  ['a WebSocket of the API', { method: 'GET', path: '/voice', headers: upgrade }],
  ['a WebSocket of web calls', { method: 'GET', path: '/web-calls', headers: upgrade }],
];

describe('every server of the stack', () => {
  it('listens on loopback addresses only', () => {
    expect(servers.length).toBeGreaterThanOrEqual(5);
    for (const { address, port, program } of [...servers, ...table])
      expect(address, `${program} ${port}`).toMatch(/^127\./);
  });

  describe.each(['evil.test', 'localhost.evil.test', '10.0.0.1', '127.0.0.1.evil.test'])(
    'refuses the host %s',
    (host) => {
      it.each(requests)('for %s', async (_name, { headers, ...asked }) => {
        for (const server of servers) {
          const attack = { ...asked, headers: { ...headers, host: `${host}:${server.port}` } };
          expect(await statusOf(server, attack), String(server.port)).toBe(421);
          const sameOrigin = { origin: `http://${host}:${server.port}`, 'sec-fetch-site': 'same-origin' };
          expect(await statusOf(server, { ...attack, headers: { ...attack.headers, ...sameOrigin } })).toBe(421);
        }
      });
    },
  );

  describe.each(['http://evil.test', 'https://evil.test:3000', 'null', 'http://localhost.evil.test'])(
    'refuses pages at %s',
    (origin) => {
      it.each(requests)('that send %s', async (_name, { headers, ...asked }) => {
        for (const server of servers)
          expect(await statusOf(server, { ...asked, headers: { ...headers, origin } }), String(server.port)).toBe(403);
      });
    },
  );

  it.each(['script', 'image', 'iframe', 'empty'])(
    'refuses to be a %s of a page of another site',
    async (destination) => {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': destination };
      for (const server of servers)
        for (const path of ['/', '/studio.json'])
          expect(await statusOf(server, { method: 'GET', path, headers }), String(server.port)).toBe(403);
    },
  );

  it.each(requests.filter(([, { headers }]) => headers !== upgrade))(
    'admits a program that sends %s',
    async (_name, asked) => {
      for (const server of servers) {
        const { response } = await send(server, asked);
        expect(await text(response), String(server.port)).not.toMatch(/answers under|pages of other sites/);
      }
    },
  );

  it('says in one sentence why', async () => {
    for (const server of servers) {
      const named = await send(server, { method: 'GET', headers: { host: 'evil.test' } });
      expect(await json(named.response)).toEqual({
        message: 'This server answers under localhost, 127.0.0.1 and [::1] only.',
      });
      const paged = await send(server, { method: 'POST', headers: { origin: 'http://evil.test' } });
      expect(await json(paged.response)).toEqual({
        message: 'This server takes no requests from pages of other sites.',
      });
    }
  });
});

it('the table listens on an address that no page can guess', () => {
  expect(table).toHaveLength(1);
  expect(table[0]!.address).not.toBe('127.0.0.1');
});

describe('the simulated carrier', () => {
  const call = { from: '+12025550101', to: '+12025550002' };
  const post = (type: string | undefined, path: string, body: string) =>
    fetch(`${running().stack.address.simulator_url}/_simulator/${path}`, {
      method: 'POST',
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      body: Buffer.from(body),
    });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    undefined,
    'text/plain;application/json',
  ])('takes no JSON that is sent as %s', async (type) => {
    for (const path of ['inbound-calls', 'inbound-messages', 'behaviours', 'calls/CA1/say']) {
      const answer = await post(type, path, JSON.stringify({ ...call, text: 'Hello' }));
      expect(answer.status, path).toBe(415);
      expect(await answer.json()).toEqual({ message: 'Send JSON with the header Content-Type: application/json.' });
    }
  });

  it('takes JSON', async () => {
    expect(
      (await post('Application/JSON; charset=utf-8', 'inbound-messages', JSON.stringify({ ...call, text: 'Hello' })))
        .status,
    ).toBe(201);
  });
});

describe('the public endpoints of a widget', () => {
  it('answer the origins of its list, and leave the others to it', async () => {
    const { api, origin } = running();
    const shop = 'https://shop.example.com';
    const widget_settings = { allowed_origins: [shop] };
    const { body } = await api<{ data: { id: number } }>(
      'POST',
      '/user/assistant',
      assistantRequest({ widget_settings }),
    );
    const { body: record } = await api<{ user_id: number; uuid: string }>('GET', `/user/assistants/${body.data.id}`);
    const url = `${origin}/api/widget/${record.user_id}.${body.data.id}.${record.uuid}`;
    const from = (page: string) => ({ headers: { origin: page, 'sec-fetch-site': 'cross-site' } });
    expect(
      (await fetch(url, { method: 'OPTIONS', ...from(shop) })).headers.get('access-control-allow-origin'),
    ).toBeTruthy();
    expect((await fetch(url, from(shop))).status).toBe(200);
    expect((await fetch(url, from('http://evil.test'))).status).toBe(403);
    expect((await fetch(`${url}/web-call`, { method: 'POST', ...from('http://evil.test') })).status).toBe(403);
    for (const name of ['widget', 'web-call', 'twilio-call'])
      expect((await fetch(`${origin}/widget/${name}.js`, from(shop))).status).toBe(200);
  });
});
