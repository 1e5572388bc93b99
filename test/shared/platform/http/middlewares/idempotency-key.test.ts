import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError, type ErrorCode } from '#shared/platform/errors.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, optional, required, text } from '#shared/platform/http/fields.ts';
import { created } from '#shared/platform/http/http.ts';
import type { IdempotencyRecord, Reservation } from '#shared/platform/http/idempotency.ts';
import { type IdempotencyDeps, idempotencyKey } from '#shared/platform/http/middlewares/idempotency-key.ts';
import { createRandomIds } from '#shared/platform/ids.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { httpEvent } from '#test/support/http-event.ts';
import { createMemoryIdempotencyStore } from '#test/support/memory/webhooks.ts';

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => logged.push(String(line)) > 0);
});
afterEach(() => void vi.restoreAllMocks());

interface Deps extends IdempotencyDeps {
  effect: (reservation: Reservation | undefined) => Promise<unknown>;
}

const endpoint = defineEndpoint({
  id: 'test/create',
  idempotent: idempotencyKey,
  body: objectOf({ name: required(text(5)), note: optional(text()) }),
  errors: { internal: 'Creation failed' },
  deps: (): Deps => setup().deps,
  handle: async ({ reservation }, { effect }) => created({ done: await effect(reservation) }),
});

function setup() {
  const clock = createFixedClock();
  const records = new Map<string, IdempotencyRecord>();
  const runs: Array<Reservation | undefined> = [];
  const deps: Deps = {
    clock,
    ids: createRandomIds(clock),
    idempotency: createMemoryIdempotencyStore(records),
    effect: async () => runs.length,
  };
  const handle = endpoint.with({
    ...deps,
    idempotency: {
      putIfAbsent: (...given) => deps.idempotency.putIfAbsent(...given),
      replace: (...given) => deps.idempotency.replace(...given),
      release: (...given) => deps.idempotency.release(...given),
    },
    effect: (reservation) => {
      runs.push(reservation);
      return deps.effect(reservation);
    },
  });
  const post = async (key: string | undefined, body: unknown = { name: 'Ada' }, userId = 7) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const response = await handle(httpEvent({ body, headers, userId }));
    const own = new Set(['content-type', 'cache-control', 'x-content-type-options', 'x-request-id']);
    const others = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !own.has(name)));
    return { status: response.statusCode, body: JSON.parse(response.body) as unknown, headers: others };
  };
  const failOnce = (error: unknown) => {
    deps.effect = async () => {
      deps.effect = async () => runs.length;
      throw error;
    };
  };
  return { deps, clock, records, runs, post, failOnce };
}

const first = { status: 201, body: { done: 1 }, headers: {} };
const second = { status: 201, body: { done: 2 }, headers: {} };
const replayed = { status: 201, body: { done: 1 }, headers: { 'idempotent-replayed': 'true' } };
const conflict = {
  status: 409,
  body: { message: 'The Idempotency-Key was used with another request body.' },
  headers: {},
};
const running = (seconds: number) => ({
  status: 409,
  body: { message: 'A request with this Idempotency-Key is still running.', retry_after: seconds },
  headers: { 'retry-after': String(seconds) },
});

it('a request without an idempotency key runs every time, and touches no record', async () => {
  const { post, records, runs } = setup();
  expect([await post(undefined), await post(undefined)]).toEqual([first, second]);
  expect(runs).toEqual([undefined, undefined]);
  expect(records.size).toBe(0);
});

it('a repeat with the same key gets 409 with the time to wait while the first one runs', async () => {
  const { post, deps, clock } = setup();
  const { promise, resolve } = Promise.withResolvers<number>();
  deps.effect = () => promise;
  const one = post('k');
  expect(await post('k')).toEqual(running(1));
  clock.move(3_000);
  expect(await post('k')).toEqual(running(3));
  expect(await post('k', { name: 'Eva' })).toEqual(conflict);
  resolve(1);
  expect(await one).toEqual(first);
  expect(await post('k')).toEqual(replayed);
});

it('a repeat with the same key is a new request for another user, another key, and after 24 hours', async () => {
  const { post, clock, runs } = setup();
  await post('k');
  await post('k', { name: 'Ada' }, 8);
  await post('K');
  expect(runs).toHaveLength(3);
  clock.move(24 * 3_600_000 - 1_000);
  await post('k');
  expect(runs).toHaveLength(3);
  clock.move(2_000);
  expect(await post('k', { name: 'Eva' })).toMatchObject({ status: 201, headers: {} });
});

it('a repeat with the same key is not answered from the records of another endpoint', async () => {
  const { post, deps } = setup();
  await post('k');
  const other = defineEndpoint({
    id: 'test/other',
    idempotent: idempotencyKey,
    deps: () => deps,
    handle: async () => created({ done: 'elsewhere' }),
  });
  const response = await other(httpEvent({ headers: { 'idempotency-key': 'k' } }));
  expect(JSON.parse(response.body)).toEqual({ done: 'elsewhere' });
});

it('a refused request does not bind the key when its body is wrong', async () => {
  const { post, records } = setup();
  expect(await post('k', { name: 'too long' })).toMatchObject({ status: 422 });
  expect(await post('k', '{')).toMatchObject({ status: 400 });
  expect(records.size).toBe(0);
  expect(await post('k')).toEqual(first);
});

it.each(['validation_failed', 'assistant_not_found', 'invalid_phone_number'] satisfies ErrorCode[])(
  'a refused request does not bind the key when it is refused as %s',
  async (code) => {
    const { post, failOnce, records } = setup();
    failOnce(new AppError(code));
    expect((await post('k')).status).toBeLessThan(500);
    expect(records.size).toBe(0);
    expect(await post('k', { name: 'Eva' })).toEqual(second);
  },
);

it.each([
  { key: '', sentence: 'The Idempotency-Key field is required.' },
  { key: '   ', sentence: 'The Idempotency-Key field is required.' },
  { key: 'k'.repeat(256), sentence: 'The Idempotency-Key must not be greater than 255 characters.' },
])('a refused request gets 422 for the key "$key"', async ({ key, sentence }) => {
  const { post, runs } = setup();
  expect(await post(key)).toEqual({
    status: 422,
    body: { message: 'The given data was invalid.', errors: { 'Idempotency-Key': [sentence] } },
    headers: {},
  });
  expect(runs).toEqual([]);
});

it('a refused request leaves no key in the records', async () => {
  const { post, records } = setup();
  await post('+12025550100');
  expect(JSON.stringify([...records])).not.toContain('2025550100');
});

it('a run that fails hands what it reserved to the next repeat, at once', async () => {
  const { post, failOnce, runs } = setup();
  failOnce(new Error('table down'));
  expect(await post('k')).toEqual({ status: 500, body: { message: 'Creation failed' }, headers: {} });
  expect(await post('k', { name: 'Eva' })).toEqual(conflict);
  expect(await post('k')).toEqual(second);
  expect(runs.map((run) => run?.resumed)).toEqual([false, true]);
  expect(runs[1]).toEqual({ ...runs[0], resumed: true });
  expect(await post('k')).toEqual({ ...replayed, body: { done: 2 } });
});

it('a run that fails and has decided so is answered like any other', async () => {
  const { post, failOnce, runs } = setup();
  failOnce(new AppError('sms_failed', { detail: 'The carrier said no.' }));
  const answer = { status: 500, body: { message: 'Failed to send SMS', error: 'The carrier said no.' }, headers: {} };
  expect(await post('k')).toEqual(answer);
  expect(await post('k')).toEqual({ ...answer, headers: { 'idempotent-replayed': 'true' } });
  expect(runs).toHaveLength(1);
});

const dying = () => {
  const parts = setup();
  const { replace } = parts.deps.idempotency;
  parts.deps.idempotency.replace = async () => {
    parts.deps.idempotency.replace = replace;
    throw new Error('crashed');
  };
  return parts;
};

it('a run that dies before its answer is kept is waited for until its lease ends, and then resumed with what it reserved', async () => {
  const { post, clock, runs } = dying();
  expect(await post('k')).toEqual(first);
  expect(logged.join('')).toContain('could not be saved');
  clock.move(39_000);
  expect(await post('k')).toEqual(running(1));
  clock.move(1_000);
  expect(await post('k')).toEqual(second);
  expect(runs[1]).toEqual({ ...runs[0], resumed: true });
});

it('a run that dies before its answer is kept is resumed by one of many', async () => {
  const { post, clock, runs } = dying();
  await post('k');
  clock.move(40_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('k')));
  expect(runs).toHaveLength(2);
  for (const answer of answers) expect([second, { ...replayed, body: { done: 2 } }, running(1)]).toContainEqual(answer);
});

it('an answer that is too large to keep is given by another run on the same reservation', async () => {
  const { post, deps, runs } = setup();
  deps.effect = async () => 'x'.repeat(300_001);
  await post('k');
  deps.effect = async () => 'small';
  expect(await post('k')).toEqual({ status: 201, body: { done: 'small' }, headers: {} });
  expect(runs[1]).toEqual({ ...runs[0], resumed: true });
});
