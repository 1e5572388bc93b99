import { describe, expect, it, vi } from 'vitest';
import { observed } from '#shared/platform/http/errors.ts';
import { jsonResponse } from '#shared/platform/http/http.ts';
import { identity, rateLimited } from '#shared/platform/http/middlewares/access-token.ts';
import { createUserRateLimiter, type UserRateStore } from '#shared/platform/user-rate.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { httpEvent, type EventParts } from '#test/support/http-event.ts';
import { createMemoryUserRateStore } from '#test/support/memory/platform.ts';

interface Parts {
  instances: number;
  store: UserRateStore;
  status: number;
}

/** Instances of a function that share a table; 60 requests a minute, 5 at once, one of them for other tokens. */
function setup({ instances = 1, store = createMemoryUserRateStore(), status = 200 }: Partial<Parts> = {}) {
  const clock = createFixedClock();
  const handled = vi.fn(async () => jsonResponse({ status, body: {} }));
  const functions = Array.from({ length: instances }, () => {
    const limiting = { requestsPerMinute: 60, burst: 5, limiter: createUserRateLimiter(store), now: clock.now };
    return observed(
      'test/echo',
      rateLimited({}, handled, () => limiting),
    );
  });
  const ask = async ({
    instance = 0,
    tokenId = 1,
    ...parts
  }: EventParts & { instance?: number; tokenId?: number } = {}) => {
    const event = httpEvent({ method: 'GET', ...parts, token: { token_id: tokenId, ...parts.token } });
    const { statusCode, headers, body } = await functions[instance]!(event);
    const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset } = headers;
    return { statusCode, limit, remaining, reset, retryAfter: headers['retry-after'], body };
  };
  return { clock, handled, ask, second: Math.floor(clock.now() / 1000) };
}

describe('the rate limit of a user', () => {
  it.each([{ method: 'GET' }, { method: 'POST' }])(
    'refuses a $method after the burst, until a second is over',
    async ({ method }) => {
      const { ask, clock, second } = setup();
      const answers = [];
      for (let index = 0; index < 4; index += 1) answers.push(await ask({ method }));
      expect(answers.map(({ statusCode, remaining }) => [statusCode, remaining])).toEqual([
        [200, '3'],
        [200, '2'],
        [200, '1'],
        [200, '0'],
      ]);
      expect(answers[3]).toMatchObject({ limit: '60', reset: String(second + 4) });
      const refused = await ask({ method });
      expect(refused).toMatchObject({ statusCode: 429, limit: '60', remaining: '0', retryAfter: expect.any(String) });
      expect(JSON.parse(refused.body)).toEqual({
        message: 'Too Many Requests',
        retry_after: Number(refused.retryAfter),
      });
      clock.move(Number(refused.retryAfter) * 1000);
      expect(await ask({ method })).toMatchObject({ statusCode: 200 });
    },
  );

  it('holds over all instances, and refuses from memory what an instance has seen refused', async () => {
    const store = createMemoryUserRateStore();
    const { ask } = setup({ instances: 20, store });
    const answers = [];
    for (let index = 0; index < 100; index += 1) answers.push(await ask({ instance: index % 20 }));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
    expect(store.asked()).toBe(4 + 19);
  });

  it('holds for the writes that one process answers side by side', async () => {
    const { ask } = setup();
    await ask();
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask({ method: 'POST' })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
  });

  it('is that of all its tokens together: 279 tokens make no more requests than one', async () => {
    const { ask } = setup({ instances: 3 });
    const answers = [];
    for (let index = 0; index < 280; index += 1) answers.push(await ask({ tokenId: index + 1, instance: index % 3 }));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  });

  it('leaves a request to another token when one floods, and its share of the rate', async () => {
    const { ask, clock } = setup({ instances: 2 });
    for (let index = 0; index < 9; index += 1) await ask();
    expect(await ask({ tokenId: 2, instance: 1 })).toMatchObject({ statusCode: 200, remaining: '0' });
    const allowed = { flood: 0, other: 0 };
    for (let second = 1; second <= 60; second += 1) {
      clock.move(1000);
      for (let request = 0; request < 3; request += 1) allowed.flood += Number((await ask()).statusCode === 200);
      if (second % 3 === 0) allowed.other += Number((await ask({ tokenId: 2, instance: 1 })).statusCode === 200);
    }
    expect(allowed.other).toBe(20);
    expect(allowed.flood).toBeGreaterThanOrEqual(36);
    expect(allowed.flood + allowed.other).toBeLessThanOrEqual(60);
  });

  it('leaves each of 49 tokens its share when the 50th floods', async () => {
    const { ask, clock } = setup({ instances: 3 });
    const token = { requests_per_minute: 6000 };
    const counts = { sent: 0, allowed: 0 };
    for (let round = 0; round < 40; round += 1) {
      for (let tokenId = 1; tokenId < 50; tokenId += 1) {
        clock.move(12);
        for (let request = 0; request < 3; request += 1) await ask({ tokenId: 50, token, instance: request });
        const { statusCode } = await ask({ tokenId, token, instance: tokenId % 3 });
        if (round < 5) continue;
        counts.sent += 1;
        counts.allowed += Number(statusCode === 200);
      }
    }
    expect(counts.allowed / counts.sent).toBeGreaterThan(0.95);
  });

  it('does not hold up another user', async () => {
    const { ask } = setup();
    for (let index = 0; index < 9; index += 1) await ask();
    expect(await ask({ userId: 8, tokenId: 2 })).toMatchObject({ statusCode: 200, remaining: '3' });
  });

  it('may be the user’s own, with a burst in proportion', async () => {
    const { ask } = setup();
    expect(await ask({ token: { requests_per_minute: 120 } })).toMatchObject({ limit: '120', remaining: '8' });
  });

  it.each([
    { what: 'an error', status: 500 },
    { what: 'a refusal', status: 422 },
  ])('is told with $what, too', async ({ status }) => {
    expect(await setup({ status }).ask()).toMatchObject({ statusCode: status, limit: '60', remaining: '3' });
  });

  it('lets requests pass while they cannot be counted', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const store: UserRateStore = {
      take: () => Promise.reject(new Error('the table is away')),
    };
    expect(await setup({ store }).ask({ method: 'POST' })).toMatchObject({ statusCode: 200, remaining: '4' });
    vi.restoreAllMocks();
  });

  it('does not hold for a public endpoint, and without a limit of the stage', async () => {
    const chain = async () => jsonResponse({ status: 200, body: {} });
    const event = httpEvent({ token: { token_id: 1 } });
    const limitingOf = () => {
      throw new Error('not asked for');
    };
    const open = await observed('test/echo', rateLimited({ isPublic: true }, chain, limitingOf))(event);
    const unlimited = await observed(
      'test/echo',
      rateLimited({}, chain, () => undefined),
    )(event);
    expect(
      [open.headers, unlimited.headers].flatMap((headers) =>
        Object.keys(headers).filter((name) => name.startsWith('x-rate')),
      ),
    ).toEqual([]);
  });
});

it.each([
  { now: 999, error: undefined },
  { now: 1000, error: 'Unauthorized' },
])('a token that ends at 1000 ms gets, at $now ms, the error $error', ({ now, error }) => {
  const { before } = identity({}, () => now);
  let message: string | undefined;
  try {
    void before?.({ event: httpEvent({ token: { expires_at: 1000 } }) } as never);
  } catch (thrown) {
    message = (thrown as Error).message;
  }
  expect(message).toBe(error);
});
