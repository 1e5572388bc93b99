import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, publicMessages } from '#shared/platform/errors.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { errorStatus } from '#shared/platform/http/errors.ts';
import { numberBetween, required, text } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { metrics } from '#shared/platform/observability/telemetry.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

const logged: string[] = [];

beforeEach(() => {
  logged.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => logged.push(String(line)) > 0);
});
afterEach(() => void vi.restoreAllMocks());

// How bodies, queries and ids are refused is in test/api/rows/errors.ts and fields.ts.
const echo = defineEndpoint({
  id: 'test/echo',
  pathId: 'assistant_not_found',
  query: v.object({ type: v.optional(text(5)) }),
  body: v.object({ name: required(text(5)) }),
  errors: { internal: 'Echo failed' },
  deps: () => ({ fail: (): void => undefined }),
  handle: async ({ userId, id, query, body, url }, { fail }) => {
    fail();
    return ok({ userId, id, query, body, url: url().href });
  },
});

const plain = defineEndpoint({
  id: 'test/plain',
  deps: () => ({}),
  handle: async ({ userId, id }) => ok({ userId, id }),
});

/** The answer when the handler throws. */
const failing = (error: unknown) => {
  const fail = () => {
    throw error;
  };
  return echo.with({ fail })(httpEvent({ id: 5, body: { name: 'Ada' } }));
};

it('an endpoint hands over user, id, query, body and address', async () => {
  const response = await echo(httpEvent({ id: 5, query: 'type=a&type=b&x=1', body: { name: ' Ada ' } }));
  expect(readResponse(response)).toEqual({
    status: 200,
    body: {
      userId: 7,
      id: 5,
      query: { type: 'b' },
      body: { name: 'Ada' },
      url: 'https://api.example.com/api/user/test?type=a&type=b&x=1',
    },
  });
});

it('an endpoint reads no body where it declares none', async () => {
  const response = await plain(httpEvent({ body: '{', headers: { 'content-type': 'text/plain' } }));
  expect(readResponse(response)).toEqual({ status: 200, body: { userId: 7, id: 0 } });
});

it('an endpoint reads a base64 body', async () => {
  const event = httpEvent({ id: 5, body: Buffer.from('{"name":"Ada"}').toString('base64') });
  const response = await echo({ ...event, isBase64Encoded: true });
  expect(response.statusCode).toBe(200);
});

it.each(['application/json ; charset=utf-8', 'application/json\t;charset=UTF-8', 'application/vnd.api+json ;v=1'])(
  'an endpoint reads JSON that is sent as %j',
  async (type) => {
    const response = await echo(httpEvent({ id: 5, headers: { 'content-type': type }, body: '{"name":"Ada"}' }));
    expect(readResponse(response)).toMatchObject({ status: 200, body: { body: { name: 'Ada' } } });
  },
);

describe('an endpoint whose client names another charset than that of JSON', () => {
  const latin = (name: string, charset: string) => {
    const body = Buffer.from(`{"name":"${name}"}`, 'latin1');
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const event = httpEvent({ id: 5, headers });
    // API Gateway passes JSON on as text, and other types as base64.
    return [
      { ...event, body: body.toString('utf8') },
      { ...event, body: body.toString('base64'), isBase64Encoded: true },
    ];
  };

  it.each(['iso-8859-1', 'windows-1252', '"ISO-8859-1"'])('refuses a body in %s that is no UTF-8', async (charset) => {
    for (const event of latin('Zoë', charset)) {
      expect(readResponse(await echo(event))).toEqual({
        status: 415,
        body: { message: 'The request body must be encoded as UTF-8.' },
      });
    }
  });

  it('reads a body that is UTF-8 all the same: JSON has no other charset', async () => {
    const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
    const response = await echo(httpEvent({ id: 5, headers, body: '{"name":"Zoë"}' }));
    expect(readResponse(response)).toMatchObject({ status: 200, body: { body: { name: 'Zoë' } } });
    for (const event of latin('Ada', 'us-ascii')) expect((await echo(event)).statusCode).toBe(200);
  });

  it('takes a broken character in UTF-8 for what was sent', async () => {
    const headers = { 'content-type': 'application/json; charset=UTF-8' };
    expect((await echo(httpEvent({ id: 5, headers, body: '{"name":"A\uFFFD"}' }))).statusCode).toBe(200);
  });
});

it.each([
  ['a byte-order mark', '\uFEFF{"name":"Ada"}', 'Ada'],
  ['a constructor that is no object', '{"name":"Ada","constructor":"x"}', 'Ada'],
  ['half a surrogate pair in an escape', String.raw`{"name":"A\ud83d"}`, 'A\uFFFD'],
  ['half a surrogate pair as it is', '{"name":"A\ud83d"}', 'A\uFFFD'],
  ['a whole pair in escapes', String.raw`{"name":"\ud83d\udcde"}`, '📞'],
])('an endpoint reads a body without what could harm: %s', async (_what, body, name) => {
  const response = await echo(httpEvent({ id: 5, body }));
  expect(readResponse(response)).toMatchObject({ status: 200, body: { body: { name } } });
});

it.each([
  ['__proto__', '{"name":"Ada","__proto__":"x"}'],
  ['__proto__', String.raw`{"name":"Ada","\u005f_proto__":{"name":"Eve"}}`],
  ['constructor', '{"name":"Ada","constructor":{"prototype":1}}'],
  ['variables.list.1.__proto__', '{"name":"Ada","variables":{"list":[1,{"__proto__":null}]}}'],
])('an endpoint answers 422 to a field that changes what objects inherit, and names it: %s', async (path, body) => {
  const response = readResponse(await echo(httpEvent({ id: 5, body })));
  expect(response).toMatchObject({
    status: 422,
    body: { errors: { [path]: [`The ${path} field is not supported.`] } },
  });
});

it.each(['gzip', 'br', 'GZIP, identity'])('an endpoint answers 415 to a body with the coding %s', async (coding) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': coding };
  const compressed = gzipSync('{"name":"Ada"}').toString('base64');
  const response = await echo({ ...httpEvent({ id: 5, headers, body: compressed }), isBase64Encoded: true });
  expect(readResponse(response)).toMatchObject({
    status: 415,
    body: { message: 'The request body must not be compressed.' },
  });
});

it('an endpoint reads a number past the range as one that it can refuse, whatever escapes are beside it', async () => {
  const limited = defineEndpoint({
    id: 'test/limited',
    body: v.object({ speed: v.nullable(numberBetween(0, 5)) }),
    deps: () => ({}),
    handle: async ({ body }) => ok(body),
  });
  for (const beside of ['Zoë', String.raw`Zo\u00eb`]) {
    const response = await limited(httpEvent({ body: `{"speed":1e400,"name":"${beside}"}` }));
    expect(readResponse(response)).toMatchObject({ status: 422 });
  }
});

it('an endpoint replaces half a surrogate pair in the name of a field, too', async () => {
  const anything = defineEndpoint({
    id: 'test/anything',
    body: v.looseObject({}),
    deps: () => ({}),
    handle: async ({ body }) => ok(body),
  });
  const response = await anything(httpEvent({ body: String.raw`{"a":{"b\ud800":[{"\udc00":1}]},"c\ud83d\udcde":2}` }));
  expect(readResponse(response).body).toEqual({ a: { 'b\uFFFD': [{ '\uFFFD': 1 }] }, 'c📞': 2 });
});

describe('an answer of 7 MB, which is more than Lambda passes on', () => {
  const large = defineEndpoint({
    id: 'test/large',
    deps: () => ({}),
    handle: async () => ok({ text: 'Hello '.repeat(1_200_000) }),
  });

  it('is compressed for a client that accepts gzip', async () => {
    const response = await large(httpEvent({ headers: { 'accept-encoding': 'br, gzip;q=0.9' } }));
    expect(response).toMatchObject({ statusCode: 200, isBase64Encoded: true });
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    const body = JSON.parse(gunzipSync(Buffer.from(response.body, 'base64')).toString()) as { text: string };
    expect(body.text).toHaveLength(7_200_000);
  });

  it.each(['gzip', 'GZIP;Q=0.1', 'deflate, x-gzip', '*', 'br;q=1.0, *;q=0.1', 'gzip;q=1, *;q=0'])(
    'is compressed for a client that accepts %s',
    async (accepted) => {
      const response = await large(httpEvent({ headers: { 'accept-encoding': accepted } }));
      expect(response.headers['content-encoding']).toBe('gzip');
    },
  );

  it.each(['gzip;q=0', 'gzip; q=0.000', '*;q=0', 'identity', '', 'br', 'gzip;q=0, *', 'ungzip, not-gzip'])(
    'is not compressed for a client that accepts %j',
    async (accepted) => {
      const response = await large(httpEvent({ headers: { 'accept-encoding': accepted } }));
      expect(response.statusCode).toBe(413);
    },
  );

  it('is compressed for a client that says nothing, as curl', async () => {
    const response = await large(httpEvent());
    expect(response).toMatchObject({ statusCode: 200, isBase64Encoded: true });
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  });

  it('is refused with 413 and what helps for a client that accepts no gzip, as urllib of Python', async () => {
    expect(readResponse(await large(httpEvent({ headers: { 'accept-encoding': 'identity' } })))).toEqual({
      status: 413,
      body: { message: 'The answer is larger than 6 MB. Accept gzip, or ask for fewer records with per_page.' },
    });
  });
});

it.each([
  ['letters', 5_000_000, false],
  // In the JSON of Lambda, the quotes of the body are escaped once more.
  ['quotes', 5_000_000, true],
  ['letters', 6_300_000, true],
])(
  'an answer with %s, %i bytes, to a client that says nothing: compressed is %s',
  async (kind, bytes, isCompressed) => {
    const text = kind === 'quotes' ? '"'.repeat(bytes / 2) : 'x'.repeat(bytes);
    const endpoint = defineEndpoint({ id: 'test/near', deps: () => ({}), handle: async () => ok({ text }) });
    const response = await endpoint(httpEvent());
    expect(response.statusCode).toBe(200);
    expect(response.isBase64Encoded === true).toBe(isCompressed);
    expect(Buffer.byteLength(JSON.stringify(response))).toBeLessThan(6_291_556);
  },
);

it('an endpoint makes the real dependencies once, on the first request', async () => {
  const deps = vi.fn<() => object>(() => ({}));
  const endpoint = defineEndpoint({ id: 'test/deps', deps, handle: async () => ok({}) });
  expect(deps).not.toHaveBeenCalled();
  await endpoint(httpEvent());
  await endpoint(httpEvent());
  expect(deps).toHaveBeenCalledTimes(1);
});

it('a refused request gets 403 when the authorizer named no user', async () => {
  const event = httpEvent();
  const response = await plain({ ...event, requestContext: { ...event.requestContext, authorizer: undefined } });
  expect(readResponse(response)).toEqual({ status: 403, body: { message: 'Forbidden' } });
});

const failWith = async (error: unknown) => readResponse(await failing(error));

it.each([
  { error: new Error('password is hunter2'), what: 'an error' },
  { error: 'hunter2', what: 'a text' },
  { error: Object.assign(new Error('hunter2'), { statusCode: 404, expose: true }), what: 'an error with a status' },
  { error: undefined, what: 'nothing' },
])('a failure gets 500 without its cause when $what is thrown', async ({ error }) => {
  expect(await failWith(error)).toEqual({ status: 500, body: { message: 'Echo failed' } });
});

it('a failure is logged with its cause, the function and the request', async () => {
  await failWith(new Error('table down'));
  expect(JSON.parse(logged[0]!)).toMatchObject({
    level: 'ERROR',
    functionId: 'test/echo',
    requestId: 'request-1',
    userId: 7,
    error: { message: 'table down' },
  });
});

it.each([
  { what: 'a failure', error: new Error('table down'), counted: ['RequestFailed', 'FailureAnswered'] },
  // By the contract a 500, also when the number of the recipient is wrong: no operator can repair that.
  { what: 'an SMS that the carrier refuses', error: new AppError('sms_failed'), counted: ['FailureAnswered'] },
])('$what is counted as $counted', async ({ error, counted }) => {
  const count = vi.spyOn(metrics, 'count').mockReturnValue();
  await failWith(error);
  expect(count.mock.calls.map(([name]) => name)).toEqual(counted);
});

it('a failure that is a refusal is answered as such and not logged', async () => {
  expect(await failWith(new AppError('insufficient_balance'))).toEqual({
    status: 422,
    body: { message: 'Insufficient balance' },
  });
  expect(logged).toEqual([]);
});

it('says in every 413 the size that is allowed', () => {
  const tooLarge = Object.entries(errorStatus).filter(([, status]) => status === 413);
  const sentences: Record<string, string> = publicMessages;
  expect(tooLarge.length).toBeGreaterThan(2);
  for (const [code] of tooLarge) expect(sentences[code]).toMatch(/is larger than \d+ [KM]B\./);
});
