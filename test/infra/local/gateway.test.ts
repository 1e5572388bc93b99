import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Handler } from '#infra/local/function-runtime/function-runtime.ts';
import { createHttpApi } from '#infra/local/gateway/http-api.ts';
import { startGateway, type Gateway } from '#infra/local/gateway/start-gateway.ts';
import { createSocketApi } from '#infra/local/socket/socket-api.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { carrierRow, fakeAuthorizerRow, fakeRuntime, httpRow } from '#test/support/fake-rows.ts';

interface Event {
  routeKey: string;
  headers: Record<string, string>;
  requestContext: Record<string, unknown>;
  body: string;
  isBase64Encoded: boolean;
}

const authorized = { authorization: 'Bearer good' };
let gateway: Gateway | undefined;

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterEach(async () => {
  await gateway?.stop();
  vi.restoreAllMocks();
});

const failing = (message: string) => () => {
  throw new Error(message);
};

/** A gateway with one echoing function a row; what a row's function was called with is in `events`. */
async function setup(rows: ManifestRow[], handlers: Record<string, Handler> = {}) {
  const events: Event[] = [];
  const authorizer = vi.fn<Handler>(() => ({ isAuthorized: true, context: { user_id: 7 } }));
  const echo: Handler = (event) => {
    events.push(event as Event);
    return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: '{"ok":true}' };
  };
  const functions = Object.fromEntries(rows.map((row) => [row.id, handlers[row.id] ?? echo]));
  const runtime = fakeRuntime({ ...functions, authorizer: handlers['authorizer'] ?? authorizer });
  const all = [fakeAuthorizerRow, ...rows];
  gateway = await startGateway({
    port: 0,
    host: '127.0.0.1',
    api: createHttpApi(all, runtime),
    sockets: createSocketApi(all, runtime),
  });
  gateway.open();
  const origin = `http://127.0.0.1:${gateway.port}`;
  return { origin, events, authorizer, call: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init) };
}

describe('a request with an invalid host', () => {
  it.each(['a b', ':::', '[', 'x:99999999'])('gets 400: %j', async (host) => {
    const { origin, events } = await setup([httpRow('GET', '/user/thing')]);
    const sent = request(`${origin}/api/user/thing`, { headers: { ...authorized, host } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(400);
    await expect(json(response)).resolves.toEqual({ message: 'Bad Request' });
    expect(events).toEqual([]);
  });
});

describe('events of the HTTP API', () => {
  it('has the request as payload format 2.0 has it', async () => {
    const { call, events } = await setup([httpRow('POST', '/user/thing/{id}')]);
    await call('/api/user/thing/a%20b?x=1&x=2&y=%C3%A4', {
      method: 'POST',
      headers: { ...authorized, Cookie: 'a=1; b=2', 'X-Custom': 'Yes', 'content-type': 'application/json' },
      body: '{"name":"ä"}',
    });
    expect(events[0]).toMatchObject({
      version: '2.0',
      routeKey: 'POST /api/user/thing/{id}',
      rawPath: '/api/user/thing/a%20b',
      rawQueryString: 'x=1&x=2&y=%C3%A4',
      queryStringParameters: { x: '1,2', y: 'ä' },
      pathParameters: { id: 'a b' },
      cookies: ['a=1', 'b=2'],
      headers: { 'x-custom': 'Yes', 'x-forwarded-proto': 'http' },
      body: '{"name":"ä"}',
      isBase64Encoded: false,
      requestContext: {
        stage: '$default',
        domainName: '127.0.0.1',
        http: { method: 'POST', path: '/api/user/thing/a%20b' },
        authorizer: { lambda: { user_id: 7 } },
      },
    });
    expect(events[0]?.headers).not.toHaveProperty('cookie');
    expect(events[0]?.requestContext['timeEpoch']).toBeTypeOf('number');
  });

  it('leaves out what a request does not have', async () => {
    const { call, events } = await setup([httpRow('GET', '/user/things')]);
    await call('/api/user/things', { headers: authorized });
    for (const key of ['body', 'cookies', 'queryStringParameters', 'pathParameters']) {
      expect(events[0]).not.toHaveProperty(key);
    }
  });

  it.each([
    { type: 'application/x-www-form-urlencoded', body: 'a=1', encoded: true },
    { type: 'application/octet-stream', body: 'a=1', encoded: true },
    { type: 'application/problem+json; charset=utf-8', body: '{}', encoded: false },
    { type: 'text/plain', body: 'hello', encoded: false },
  ])('hands over $type as base64: $encoded', async ({ type, body, encoded }) => {
    const { call, events } = await setup([carrierRow('/hook')]);
    await call('/hook', { method: 'POST', headers: { 'content-type': type }, body });
    expect(events[0]?.isBase64Encoded).toBe(encoded);
    expect(Buffer.from(events[0]?.body ?? '', encoded ? 'base64' : 'utf8').toString()).toBe(body);
  });
});

describe('routes', () => {
  it('prefers a literal segment to a parameter', async () => {
    const { call, events } = await setup([httpRow('GET', '/user/{id}'), httpRow('GET', '/user/outbound')]);
    await call('/api/user/outbound', { headers: authorized });
    await call('/api/user/5', { headers: authorized });
    expect(events.map((event) => event.routeKey)).toEqual(['GET /api/user/outbound', 'GET /api/user/{id}']);
  });

  it('reaches a function by each of its paths', async () => {
    const { call, events } = await setup([httpRow('PUT', '/user/things/{id}', { aliases: ['/user/thing/{id}'] })]);
    for (const path of ['/api/user/things/5', '/api/user/thing/5']) {
      await call(path, { method: 'PUT', headers: authorized });
    }
    expect(events).toMatchObject([
      { routeKey: 'PUT /api/user/things/{id}', pathParameters: { id: '5' } },
      { routeKey: 'PUT /api/user/thing/{id}', pathParameters: { id: '5' } },
    ]);
  });

  it.each([
    { method: 'GET', path: '/nothing' },
    { method: 'GET', path: '/user/thing' },
    { method: 'GET', path: '/api/user/thing/' },
    { method: 'DELETE', path: '/api/user/thing' },
    { method: 'GET', path: '/api/user/%zz' },
  ])('answers 404 to $method $path', async ({ method, path }) => {
    const { call } = await setup([httpRow('GET', '/user/thing')]);
    const response = await call(path, { method, headers: authorized });
    expect(response.status).toBe(404);
    await expect(response.json()).resolves.toEqual({ message: 'Not Found' });
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('answers 404 to HEAD, without a body', async () => {
    const { call } = await setup([httpRow('GET', '/user/thing')]);
    const response = await call('/api/user/thing', { method: 'HEAD', headers: authorized });
    expect(response.status).toBe(404);
  });
});

describe('the authorizer', () => {
  it('is not asked when the header is missing: 401', async () => {
    const { call, authorizer, events } = await setup([httpRow('GET', '/user/thing')]);
    const response = await call('/api/user/thing');
    expect(response.status).toBe(401);
    await expect(response.json()).resolves.toEqual({ message: 'Unauthorized' });
    expect(response.headers.get('x-request-id')).not.toBeNull();
    expect(authorizer).not.toHaveBeenCalled();
    expect(events).toEqual([]);
  });

  it.each([
    { outcome: 'throws Unauthorized', status: 401, message: 'Unauthorized', authorizer: failing('Unauthorized') },
    { outcome: 'crashes', status: 500, message: 'Internal Server Error', authorizer: failing('boom') },
    { outcome: 'says no', status: 403, message: 'Forbidden', authorizer: () => ({ isAuthorized: false }) },
  ])('answers $status when it $outcome', async ({ status, message, authorizer }) => {
    const { call } = await setup([httpRow('GET', '/user/thing')], { authorizer });
    const response = await call('/api/user/thing', { headers: authorized });
    expect(response.status).toBe(status);
    await expect(response.json()).resolves.toEqual({ message });
  });

  it('is asked once a header value, for every route', async () => {
    const { call, authorizer } = await setup([httpRow('GET', '/user/one'), httpRow('GET', '/user/two')]);
    await call('/api/user/one', { headers: authorized });
    await call('/api/user/two', { headers: authorized });
    await call('/api/user/two', { headers: { authorization: 'Bearer other' } });
    expect(authorizer).toHaveBeenCalledTimes(2);
    expect(authorizer.mock.calls[0]?.[0]).toMatchObject({ type: 'REQUEST', identitySource: ['Bearer good'] });
  });

  it('does not stand before carrier callbacks', async () => {
    const { call, authorizer } = await setup([carrierRow('/carrier/{call_id}/status')]);
    const response = await call('/carrier/5/status', { method: 'POST', body: 'x' });
    expect(response.status).toBe(200);
    expect(authorizer).not.toHaveBeenCalled();
  });
});

describe('answers', () => {
  const answerOf = async (handler: Handler) => {
    const { call } = await setup([carrierRow('/hook')], { '/hook': handler });
    return call('/hook', { method: 'POST', body: 'x' });
  };

  it('passes on status, headers, cookies and a body in base64', async () => {
    const response = await answerOf(() => ({
      statusCode: 201,
      headers: { 'Content-Type': 'text/xml', 'x-request-id': 'mine' },
      cookies: ['a=1', 'b=2'],
      body: Buffer.from('<r/>').toString('base64'),
      isBase64Encoded: true,
    }));
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('text/xml');
    expect(response.headers.get('x-request-id')).toBe('mine');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    await expect(response.text()).resolves.toBe('<r/>');
  });

  it('answers 200 with a result that has no status', async () => {
    const response = await answerOf(() => ({ hello: 'you' }));
    expect(response.status).toBe(200);
    await expect(response.json()).resolves.toEqual({ hello: 'you' });
  });

  it.each([
    { outcome: 'returns nothing', handler: () => undefined },
    { outcome: 'returns a wrong status', handler: () => ({ statusCode: 'many' }) },
    { outcome: 'returns a body that is not text', handler: () => ({ statusCode: 200, body: {} }) },
    { outcome: 'crashes', handler: failing('secret') },
  ])('answers 500 when the function $outcome', async ({ handler }) => {
    const response = await answerOf(handler);
    expect(response.status).toBe(500);
    await expect(response.json()).resolves.toEqual({ message: 'Internal Server Error' });
    expect(response.headers.get('x-request-id')).not.toBeNull();
  });

  it('answers 503 when the function is late', async () => {
    const { call } = await setup([httpRow('GET', '/user/slow', { timeoutSeconds: 0.02 })], {
      'GET /user/slow': () => new Promise(() => undefined),
    });
    const response = await call('/api/user/slow', { headers: authorized });
    expect(response.status).toBe(503);
    await expect(response.json()).resolves.toEqual({ message: 'Service Unavailable' });
  });

  it('answers 503 until it is opened', async () => {
    const runtime = fakeRuntime({});
    gateway = await startGateway({
      port: 0,
      host: '127.0.0.1',
      api: createHttpApi([], runtime),
      sockets: createSocketApi([], runtime),
    });
    const response = await fetch(`http://127.0.0.1:${gateway.port}/api/user/thing`);
    expect(response.status).toBe(503);
  });
});

describe('large bodies', () => {
  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'a');

  it('takes 10 MB', async () => {
    const { call, events } = await setup([carrierRow('/hook')]);
    const response = await call('/hook', { method: 'POST', body: megabytes(10) });
    expect(response.status).toBe(200);
    expect(events[0]?.body.length).toBe(10 * 1024 * 1024);
  });

  it('answers 413 to more, without calling the function', async () => {
    const { call, events } = await setup([carrierRow('/hook')]);
    const response = await call('/hook', { method: 'POST', body: megabytes(11) });
    expect(response.status).toBe(413);
    await expect(response.json()).resolves.toEqual({ message: 'Request Entity Too Large' });
    expect(response.headers.get('x-request-id')).not.toBeNull();
    expect(events).toEqual([]);
  });

  it('answers 413 to a body of unknown length too', async () => {
    const { origin } = await setup([carrierRow('/hook')]);
    const status = await new Promise((resolve, reject) => {
      const sending = request(`${origin}/hook`, { method: 'POST' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sending.on('error', reject);
      for (let sent = 0; sent < 11; sent += 1) sending.write(megabytes(1));
      sending.end();
    });
    expect(status).toBe(413);
  });
});
