import { readFile } from 'node:fs/promises';
import { ApiError, ConnectionError, createClient, RingbackError } from '@ringback/client';
import { transform } from 'esbuild';
import { afterEach, describe, expect, it, vi } from 'vitest';

interface Sent {
  method: string;
  url: URL;
  key: string | null;
  body: unknown;
}

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

/** A client whose requests get these replies, one after another; the last one is repeated. */
function clientWith(...replies: Reply[]) {
  return patientClientWith(2, ...replies);
}

function patientClientWith(maxRetries: number, ...replies: Reply[]) {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: 'https://calls.example.com/api/',
    token: 'rb_test',
    maxRetries,
    async fetch(input, init) {
      const request = new Request(input, init);
      const text = await request.text();
      expect(request.headers.get('authorization')).toBe('Bearer rb_test');
      sent.push({
        method: request.method,
        url: new URL(request.url),
        key: request.headers.get('idempotency-key'),
        body: text === '' ? undefined : JSON.parse(text),
      });
      const reply = replies[Math.min(sent.length, replies.length) - 1]!;
      if (reply instanceof Error) throw reply;
      return Response.json(reply.body ?? {}, { status: reply.status ?? 200, headers: reply.headers ?? {} });
    },
  });
  return { client, sent };
}

const order = { phone_number: '+12025550100', assistant_id: 2 ** 40, variables: { customer_name: 'Ada' } };
const reset = new TypeError('fetch failed', { cause: new Error('ECONNRESET') });

/** Runs what waits without waiting. */
async function withoutWaiting<Value>(work: () => Promise<Value>): Promise<{ result: Value; waited: number }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const startedAt = Date.now();
  const running = Promise.resolve().then(work);
  running.catch(() => undefined);
  await vi.runAllTimersAsync();
  return { result: await running, waited: Date.now() - startedAt };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a creating request', () => {
  it('has an idempotency key of its own, and the same one on each attempt', async () => {
    const { client, sent } = clientWith(reset, { status: 503 }, { body: { call_id: 5 } });
    const { result } = await withoutWaiting(() => client.calls.make(order));
    expect(result).toEqual({ call_id: 5 });
    expect(sent.map(({ key }) => key)).toEqual([sent[0]!.key, sent[0]!.key, sent[0]!.key]);
    expect(sent[0]).toMatchObject({ method: 'POST', body: order });
    expect(sent[0]!.url.href).toBe('https://calls.example.com/api/user/make_call');
    await client.calls.make(order);
    expect(sent[3]!.key).not.toBe(sent[0]!.key);
  });

  it('takes the key of its caller', async () => {
    const { client, sent } = clientWith({ body: { data: {} } });
    await client.sms.send({ from: 1, to: '+12025550100', body: 'Hello' }, { idempotencyKey: 'order-1' });
    await client.leads.create({ phone_number: '+12025550100', campaign_id: 1 }, { idempotencyKey: 'order-2' });
    expect(sent.map(({ key }) => key)).toEqual(['order-1', 'order-2']);
  });
});

describe('an answer is', () => {
  it.each<[string, Reply, 'read' | 'create' | 'update', number]>([
    ['repeated: 500 to a read', { status: 500 }, 'read', 3],
    ['repeated: no answer to a read', reset, 'read', 3],
    ['repeated: 500 to a creation', { status: 500 }, 'create', 3],
    ['repeated: 429 to any request', { status: 429 }, 'update', 3],
    [
      'repeated: 409 with Retry-After, while the first attempt runs',
      { status: 409, headers: { 'retry-after': '1' } },
      'create',
      3,
    ],
    ['final: 409, another body with this key', { status: 409 }, 'create', 1],
    ['final: 500 to an update', { status: 500 }, 'update', 1],
    ['final: no answer to an update', reset, 'update', 1],
    ['final: 422', { status: 422 }, 'create', 1],
    ['final: 401', { status: 401 }, 'read', 1],
    [
      'final: a message that the provider refuses',
      { status: 500, body: { message: 'Failed to send SMS', error: 'unreachable' } },
      'create',
      1,
    ],
    ['final: a stored answer', { status: 500, headers: { 'idempotent-replayed': 'true' } }, 'create', 1],
    ['final: a wait of more than a minute', { status: 429, headers: { 'retry-after': '61' } }, 'read', 1],
  ])('%s', async (_case, reply, kind, attempts) => {
    const { client, sent } = clientWith(reply);
    const requests = {
      read: () => client.me(),
      create: () => client.calls.make(order),
      update: () => client.assistants.update(1, { speech_speed: 1 }),
    };
    await expect(withoutWaiting<unknown>(requests[kind])).rejects.toBeInstanceOf(RingbackError);
    expect(sent).toHaveLength(attempts);
  });

  it('waited for as long as Retry-After says', async () => {
    const { client } = clientWith({ status: 429, headers: { 'retry-after': '7' } }, { body: { name: 'Ada' } });
    const { result, waited } = await withoutWaiting(() => client.me());
    expect(result).toEqual({ name: 'Ada' });
    expect(waited).toBe(7000);
  });
});

it.each<[string, Reply]>([
  ['without an answer', reset],
  ['after 503', { status: 503 }],
])('a patient client waits no longer than 8 s before an attempt %s', async (_case, reply) => {
  const { client, sent } = patientClientWith(12, ...Array.from({ length: 12 }, () => reply), { body: { name: 'Ada' } });
  const { result, waited } = await withoutWaiting(() => client.me());
  expect(result).toEqual({ name: 'Ada' });
  expect(sent).toHaveLength(13);
  // 0.5, 1, 2 and 4 s, then 8 s eight times, each of them down to its half.
  expect(waited).toBeLessThanOrEqual(71_500);
  expect(waited).toBeGreaterThanOrEqual(35_750);
});

describe('an error', () => {
  it('tells what the service said: status, sentences, help, request id', async () => {
    const { client } = clientWith({
      status: 422,
      body: {
        message: 'Validation failed',
        errors: { speech_speed: ['The speech speed must be between 0.7 and 1.2.'] },
      },
      headers: {
        link: '<https://calls.example.com/api/openapi.json#/components/schemas/X>; rel="help"',
        'x-request-id': 'r-1',
      },
    });
    const error = await client.assistants.update(1, { speech_speed: 9 }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      message: 'Validation failed (The speech speed must be between 0.7 and 1.2.)',
      errors: { speech_speed: ['The speech speed must be between 0.7 and 1.2.'] },
      help: 'https://calls.example.com/api/openapi.json#/components/schemas/X',
      requestId: 'r-1',
      retryAfter: undefined,
    });
  });

  it.each([
    ['seconds of the header', { headers: { 'retry-after': '90' } }, 90],
    ['seconds of the body', { body: { message: 'Too Many Requests', retry_after: 61 } }, 61],
  ])('has retryAfter: %s', async (_case, reply, retryAfter) => {
    const { client } = clientWith({ status: 429, ...reply });
    await expect(client.me()).rejects.toMatchObject({ status: 429, retryAfter });
  });

  it('of a gateway that answers a page, has its status', async () => {
    const client = createClient({
      baseUrl: 'https://calls.example.com/api',
      token: 't',
      maxRetries: 0,
      fetch: async () => new Response('<html>Bad Gateway</html>', { status: 502 }),
    });
    await expect(client.me()).rejects.toMatchObject({ status: 502, message: 'The service answered 502' });
  });

  it('without an answer is a ConnectionError with status 0 and the reason', async () => {
    const { client } = clientWith(reset);
    const caught = await client.assistants.delete(1).catch((error: unknown) => error);
    expect(caught).toBeInstanceOf(ConnectionError);
    expect(caught).toMatchObject({ status: 0, message: 'https://calls.example.com cannot be reached: ECONNRESET' });
  });

  it('ends the wait when its caller gives up', async () => {
    const { client, sent } = clientWith({ status: 503 });
    const leaving = AbortSignal.timeout(20);
    await expect(client.me({ signal: leaving })).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(sent).toHaveLength(1);
  });
});

describe('a mistake of the program is a TypeError, without a request and without the token:', () => {
  const requestWith = async (token: string, work: (client: ReturnType<typeof createClient>) => Promise<unknown>) => {
    const fetch = vi.fn(async (_url: unknown, _init?: RequestInit) => Response.json({}));
    const client = createClient({ baseUrl: 'https://calls.example.com/api', token, fetch });
    const error = await work(client).catch((caught: unknown) => caught);
    return { error, fetch };
  };

  it.each<[string, string, (client: ReturnType<typeof createClient>) => Promise<unknown>]>([
    ['a token with a line break inside', 'rb_sec\nret', (client) => client.me()],
    ['a token with an ellipsis', 'rb_secret…', (client) => client.me()],
    ['no token', ' ', (client) => client.me()],
    ['a key with a line break', 'rb_secret', (client) => client.calls.make(order, { idempotencyKey: 'a\nb' })],
    ['an empty key', 'rb_secret', (client) => client.calls.make(order, { idempotencyKey: '' })],
    ['a body that is no JSON', 'rb_secret', (client) => client.calls.make({ ...order, variables: { id: 1n } })],
  ])('%s', async (_case, token, work) => {
    const { error, fetch } = await requestWith(token, work);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toMatch(/rb_sec|a\nb/);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('but a line break after the token, as files have it, is none', async () => {
    const { fetch } = await requestWith('rb_secret\n', (client) => client.me());
    expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer rb_secret' });
  });
});

describe('a list', () => {
  const pages = [1, 2, 3].map((page) => ({
    body: { data: [{ id: 99 - page * 10 }, { id: 98 - page * 10 }], current_page: 1, last_page: 4 - page, total: 6 },
  }));

  it('is one page to await', async () => {
    const { client, sent } = clientWith(...pages);
    const page = await client.calls.list({ status: 'completed', per_page: 2 });
    expect(page.total).toBe(6);
    expect(sent.map(({ url }) => url.search)).toEqual(['?status=completed&per_page=2']);
  });

  it('is every record to for await, with the filters on each page', async () => {
    const { client, sent } = clientWith(...pages);
    const ids: number[] = [];
    for await (const lead of client.leads.list({ campaign_id: 4 })) ids.push(lead.id);
    expect(ids).toEqual([89, 88, 79, 78, 69, 68]);
    expect(sent.map(({ url }) => url.search)).toEqual([
      '?campaign_id=4',
      '?campaign_id=4&page=1&before_id=88',
      '?campaign_id=4&page=1&before_id=78',
    ]);
  });

  it('is every record once, of a service that does not know anchors, too', async () => {
    const older = [[5, 4], [3, 2], [1]].map((ids, index) => ({
      body: { data: ids.map((id) => ({ id })), current_page: index + 1, last_page: 3, total: 5 },
    }));
    const { client } = clientWith(...[0, 0, 1, 0, 1, 2].flatMap((page) => older[page] ?? []));
    const ids: number[] = [];
    for await (const call of client.calls.list()) ids.push(call.id);
    expect(ids).toEqual([5, 4, 3, 2, 1]);
  });

  it('reads no page that is not asked for', async () => {
    const { client, sent } = clientWith(...pages);
    for await (const assistant of client.assistants.list()) if (assistant.id === 88) break;
    expect(sent).toHaveLength(1);
  });
});

describe('a wait for a call', () => {
  const statuses = ['initiated', 'ringing', 'ringing', 'in-progress', 'ended', 'ended_by_customer'];

  it('ends when the call is evaluated, and tells each status once', async () => {
    const { client } = clientWith(...statuses.map((status) => ({ body: { id: 1, status } })));
    const seen: string[] = [];
    const { result } = await withoutWaiting(() =>
      client.waitForCall(1, { onStatus: ({ status }) => seen.push(status) }),
    );
    expect(result.status).toBe('ended_by_customer');
    expect(seen).toEqual(['initiated', 'ringing', 'in-progress', 'ended', 'ended_by_customer']);
  });

  it.each<[string, Reply]>([
    ['no answer', reset],
    ['502', { status: 502 }],
  ])('outlives an outage of some looks: %s', async (_case, failure) => {
    const outage = Array.from({ length: 20 }, () => failure);
    const { client } = clientWith({ body: { id: 1, status: 'ringing' } }, ...outage, {
      body: { id: 1, status: 'completed' },
    });
    const { result } = await withoutWaiting(() => client.waitForCall(1));
    expect(result.status).toBe('completed');
  });

  it('fails with the outage when its time is up', async () => {
    const { client } = clientWith(reset);
    await expect(withoutWaiting(() => client.waitForCall(1, { timeout: 5000 }))).rejects.toBeInstanceOf(
      ConnectionError,
    );
  });

  it('fails at once when the call does not exist', async () => {
    const { client, sent } = clientWith({ status: 404 });
    await expect(client.waitForCall(1)).rejects.toMatchObject({ status: 404 });
    expect(sent).toHaveLength(1);
  });

  it('fails when the call does not end in time', async () => {
    const { client } = clientWith({ body: { id: 1, status: 'ringing' } });
    await expect(withoutWaiting(() => client.waitForCall(1, { timeout: 5000 }))).rejects.toThrow(
      'still ringing after 5 s',
    );
  });
});

describe('the package', () => {
  it('is under 14 KB minified, without dependencies', async () => {
    const { dependencies, sideEffects } = JSON.parse(await readFile('clients/typescript/package.json', 'utf8')) as {
      dependencies?: object;
      sideEffects: boolean;
    };
    const { code } = await transform(await readFile('clients/typescript/dist/index.js', 'utf8'), {
      minify: true,
      format: 'esm',
    });
    expect(dependencies).toBeUndefined();
    expect(sideEffects).toBe(false);
    expect(code.length).toBeLessThan(14 * 1024);
  });
});
