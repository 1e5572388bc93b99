import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#shared/platform/errors.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { integer, keyValues, optional, required, text } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

const logged: string[] = [];

beforeEach(() => {
  logged.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => logged.push(String(line)) > 0);
});
afterEach(() => void vi.restoreAllMocks());

const echo = defineEndpoint({
  id: 'test/echo',
  pathId: 'assistant_not_found',
  query: v.object({ type: v.optional(text(5)) }),
  body: v.object({ name: required(text(5)), voice_id: optional(integer()), variables: optional(keyValues()) }),
  errors: { internal: 'Echo failed' },
  deps: () => ({ fail: (): void => undefined }),
  crossFieldErrors: async ({ userId, id }) => ({ name: ['hidden'], user: [`${userId} ${id}`] }),
  handle: async ({ userId, id, query, body, url }, { fail }) => {
    fail();
    return ok({ userId, id, query, body, url: url.href });
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

const send = async (body: unknown, headers: Record<string, string> = {}) =>
  readResponse(await echo(httpEvent({ id: 5, body, headers })));

describe('defineEndpoint', () => {
  it('hands over user, id, query, body and address', async () => {
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

  it('reads no body where it declares none', async () => {
    const response = await plain(httpEvent({ body: '{', headers: { 'content-type': 'text/plain' } }));
    expect(readResponse(response)).toEqual({ status: 200, body: { userId: 7, id: 0 } });
  });

  it('reads a base64 body', async () => {
    const event = httpEvent({ id: 5, body: Buffer.from('{"name":"Ada"}').toString('base64') });
    const response = await echo({ ...event, isBase64Encoded: true });
    expect(response.statusCode).toBe(200);
  });

  it('reads half a surrogate pair as a broken character', async () => {
    const body = '{"name":"A\\ud800","variables":{"a":["\\udfff","\\ud83d\\ude00"]}}';
    const response = await echo(httpEvent({ id: 5, body }));
    expect(readResponse(response)).toMatchObject({
      status: 200,
      body: { body: { name: 'A\ufffd', variables: { a: ['\ufffd', '😀'] } } },
    });
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/problem+json'])(
    'takes %s',
    async (type) => {
      expect((await send({ name: 'Ada' }, { 'content-type': type })).status).toBe(200);
    },
  );

  it('makes the real dependencies once, on the first request', async () => {
    const deps = vi.fn<() => object>(() => ({}));
    const endpoint = defineEndpoint({ id: 'test/deps', deps, handle: async () => ok({}) });
    expect(deps).not.toHaveBeenCalled();
    await endpoint(httpEvent());
    await endpoint(httpEvent());
    expect(deps).toHaveBeenCalledTimes(1);
  });

  it('carries the request id on every answer, good or bad', async () => {
    const answers = [
      await plain(httpEvent()),
      await echo(httpEvent({ id: 5, body: '{' })),
      await echo(httpEvent({ id: 'x', body: {} })),
      await failing(new Error('boom')),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 400, 404, 500]);
    for (const { headers } of answers) {
      expect(headers).toEqual({ 'content-type': 'application/json', 'x-request-id': 'request-1' });
    }
  });
});

describe('a refused request', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'of content type %j gets 415',
    async (type) => {
      expect(await send('{"name":"Ada"}', { 'content-type': type })).toEqual({
        status: 415,
        body: { message: 'The request body must be sent as application/json.' },
      });
    },
  );

  it.each(['{', '{"name":}', "{'name':'Ada'}", 'name=Ada', '{"name":"Ada"} x', 'NaN', ' '])(
    'with the malformed JSON %j gets 400',
    async (body) => {
      expect(await send(body)).toEqual({ status: 400, body: { message: 'The request body is not valid JSON.' } });
    },
  );

  it.each(['{"name":"Ada","__proto__":{"a":1}}', '{"name":"Ada","variables":{"b":{"__proto__":{"a":1}}}}'])(
    'with a key that reaches for prototypes gets 400: %s',
    async (body) => {
      expect((await send(body)).status).toBe(400);
      expect(Reflect.get({}, 'a')).toBeUndefined();
    },
  );

  it('of more than 256 KB gets 413, whatever is in it', async () => {
    const body = `{"name":"Ada","x":"${'ä'.repeat(131_072)}"}`;
    expect(await send(body)).toEqual({ status: 413, body: { message: 'The request body is larger than 256 KB.' } });
  });

  it('of exactly 256 KB is read', async () => {
    const frame = '{"name":"Ada","x":""}'.length;
    expect((await send(`{"name":"Ada","x":"${'x'.repeat(262_144 - frame)}"}`)).status).toBe(200);
  });

  it.each([
    { body: '[]', errors: { name: ['The name field is required.'] } },
    { body: '"text"', errors: { body: ['The body must be an object.'] } },
    { body: 'null', errors: { body: ['The body must be an object.'] } },
    { body: '5', errors: { body: ['The body must be an object.'] } },
  ])('with the body $body gets 422', async ({ body, errors }) => {
    expect(await send(body)).toMatchObject({ status: 422, body: { errors } });
  });

  it('without a body is told what is missing, whatever its content type', async () => {
    const errors = { name: ['The name field is required.'] };
    expect(await send(undefined, { 'content-type': 'text/plain' })).toMatchObject({ status: 422, body: { errors } });
    expect(await send('')).toMatchObject({ status: 422, body: { errors } });
  });

  it('gets its own faults and those outside the schema in one answer', async () =>
    expect(await send({ name: 'too long', voice_id: 'x' })).toEqual({
      status: 422,
      body: {
        message: 'The given data was invalid.',
        errors: {
          name: ['The name must not be greater than 5 characters.'],
          voice_id: ['The voice id must be an integer.'],
          user: ['7 5'],
        },
      },
    }));

  it('gets 422 for its query', async () => {
    const response = await echo(httpEvent({ id: 5, query: 'type=too+long', body: { name: 'Ada' } }));
    expect(readResponse(response)).toMatchObject({
      status: 422,
      body: { errors: { type: ['The type must not be greater than 5 characters.'] } },
    });
  });

  it('gets the 404 of its resource for a malformed id', async () => {
    const response = await echo(httpEvent({ id: '1e3', body: {} }));
    expect(readResponse(response)).toEqual({ status: 404, body: { message: 'Assistant not found' } });
  });

  it('gets 403 when the authorizer named no user', async () => {
    const event = httpEvent();
    const response = await plain({ ...event, requestContext: { ...event.requestContext, authorizer: undefined } });
    expect(readResponse(response)).toEqual({ status: 403, body: { message: 'Forbidden' } });
  });
});

describe('a failure', () => {
  const failWith = async (error: unknown) => readResponse(await failing(error));

  it.each([
    { error: new Error('password is hunter2'), what: 'an error' },
    { error: 'hunter2', what: 'a text' },
    { error: Object.assign(new Error('hunter2'), { statusCode: 404, expose: true }), what: 'an error with a status' },
    { error: undefined, what: 'nothing' },
  ])('gets 500 without its cause when $what is thrown', async ({ error }) => {
    expect(await failWith(error)).toEqual({ status: 500, body: { message: 'Echo failed' } });
  });

  it('is logged with its cause, the function and the request', async () => {
    await failWith(new Error('table down'));
    expect(JSON.parse(logged[0]!)).toMatchObject({
      level: 'ERROR',
      functionId: 'test/echo',
      requestId: 'request-1',
      userId: 7,
      error: { message: 'table down' },
    });
  });

  it('that is a refusal is answered as such and not logged', async () => {
    expect(await failWith(new AppError('insufficient_balance'))).toEqual({
      status: 422,
      body: { message: 'Insufficient balance' },
    });
    expect(logged).toEqual([]);
  });
});

it('a handler that takes its time is waited for', async () => {
  const slow = defineEndpoint({
    id: 'test/slow',
    deps: () => undefined,
    handle: async () => {
      await setTimeout(20);
      return ok({ done: true });
    },
  });
  expect(readResponse(await slow(httpEvent()))).toEqual({ status: 200, body: { done: true } });
});
