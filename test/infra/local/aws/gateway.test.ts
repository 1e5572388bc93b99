import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import type { Handler } from '#infra/local/aws/lambda/function-runtime.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { useGateway } from '#test/infra/local/aws/use-gateway.ts';
import { carrierRow, fakeAuthorizerRow, httpRow } from '#test/infra/local/fake-rows.ts';

interface Event {
  routeKey: string;
  headers: Record<string, string>;
  requestContext: Record<string, unknown>;
  body: string;
  isBase64Encoded: boolean;
}

const authorized = { authorization: 'Bearer good' };
const start = useGateway();

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
  const all = { ...functions, authorizer: handlers['authorizer'] ?? authorizer };
  const gateway = await start([fakeAuthorizerRow, ...rows], all);
  gateway.open();
  const origin = `http://${gateway.host}`;
  return { origin, events, authorizer, call: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init) };
}

describe('a request with an invalid host', () => {
  it.each(['a b', ':::', '[', 'x:99999999'])('gets 421: %j', async (host) => {
    const { origin, events } = await setup([httpRow('GET', '/user/thing')]);
    const sent = request(`${origin}/api/user/thing`, { headers: { ...authorized, host } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(421);
    await expect(json(response)).resolves.toEqual({ message: expect.stringContaining('localhost') });
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
  it('prefers a literal segment to a parameter, and reaches a function by each of its paths', async () => {
    const rows = [httpRow('GET', '/user/{id}', { aliases: ['/users/{id}'] }), httpRow('GET', '/user/outbound')];
    const { call, events } = await setup(rows);
    for (const path of ['/user/outbound', '/user/5', '/users/5']) await call(`/api${path}`, { headers: authorized });
    expect(events.map(({ routeKey }) => routeKey)).toEqual([
      'GET /api/user/outbound',
      'GET /api/user/{id}',
      'GET /api/users/{id}',
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
});

describe('the authorizer', () => {
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
});

describe('answers', () => {
  const answerOf = async (handler: Handler) => {
    const { call } = await setup([{ ...carrierRow('/hook'), timeoutSeconds: 0.1 }], { '/hook': handler });
    return call('/hook', { method: 'POST', body: 'x' });
  };
  const never = () => new Promise(() => undefined);

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

  it('answers 500 with a result that Lambda does not pass on: 6,291,556 bytes, escapes included', async () => {
    const sizes = [6_291_000, 6_291_556].map((length) => ({ statusCode: 200, body: 'x'.repeat(length) }));
    const answers = await Promise.all(sizes.map((result) => answerOf(() => result)));
    expect(answers.map(({ status }) => status)).toEqual([200, 500]);
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
    { outcome: 'is late', handler: never, status: 503, message: 'Service Unavailable' },
  ])('answers 500 or 503 when the function $outcome', async (row) => {
    const { handler, status = 500, message = 'Internal Server Error' } = row;
    const response = await answerOf(handler);
    expect(response.status).toBe(status);
    await expect(response.json()).resolves.toEqual({ message });
    expect(response.headers.get('x-request-id')).not.toBeNull();
  });

  it('answers 503 until it is opened', async () => {
    const { host } = await start([], {});
    const response = await fetch(`http://${host}/api/user/thing`);
    expect(response.status).toBe(503);
  });
});

describe('large bodies', () => {
  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'a');

  it.each([
    { what: '10 MB', body: megabytes(10), status: 200, lengths: [10 * 1024 * 1024] },
    { what: 'more', body: megabytes(11), status: 413, lengths: [] },
    { what: 'more, of unknown length', body: new Blob([megabytes(11)]).stream(), status: 413, lengths: [] },
  ])('get $status: $what', async ({ body, status, lengths }) => {
    const { call, events } = await setup([carrierRow('/hook')]);
    // A stream is sent in chunks, without its length.
    const response = await call('/hook', { method: 'POST', body, duplex: 'half' });
    expect(response.status).toBe(status);
    expect(response.headers.get('x-request-id')).not.toBeNull();
    expect(events.map((event) => event.body.length)).toEqual(lengths);
  });
});
