import type { Context } from 'aws-lambda';
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { observed } from '#shared/platform/http/errors.ts';
import { jsonResponse } from '#shared/platform/http/http.ts';
import { httpEvent } from '#test/support/http-event.ts';

let write: MockInstance<typeof process.stdout.write>;
beforeEach(() => void (write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)));
afterEach(() => write.mockRestore());

const answering = (status: number) => async () => jsonResponse({ status, body: {} });

it('hands the context of Lambda to the chain', async () => {
  const chain = vi.fn<(event: unknown, context: Context) => ReturnType<ReturnType<typeof answering>>>(answering(200));
  const context = { awsRequestId: 'from-lambda', getRemainingTimeInMillis: () => 1234 } as Context;
  await observed('test/echo', chain)(httpEvent(), context);
  expect(chain.mock.calls[0]?.[1]).toBe(context);
});

it.each([200, 404, 500])('lets no cache keep an answer, and no browser guess its type: %s', async (status) => {
  const safe = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  expect((await observed('test/echo', answering(status))(httpEvent())).headers).toMatchObject(safe);
  const cached = async () => jsonResponse({ status, body: {}, headers: { 'cache-control': 'public' } });
  expect((await observed('test/echo', cached)(httpEvent())).headers).toMatchObject({
    ...safe,
    'cache-control': 'public',
  });
});

it('makes a context for a caller that has none', async () => {
  const chain = vi.fn<(event: unknown, context: Context) => ReturnType<ReturnType<typeof answering>>>(answering(200));
  await observed('test/echo', chain)(httpEvent());
  const context = chain.mock.calls[0]![1];
  expect(context.awsRequestId).toBe('request-1');
  expect(context.getRemainingTimeInMillis()).toBeGreaterThan(0);
});

it.each([
  { status: 499, counted: [] },
  { status: 500, counted: [{ FailureAnswered: 1 }] },
  { status: 503, counted: [{ FailureAnswered: 1 }] },
])('counts answers from 500 on: $status', async ({ status, counted }) => {
  await observed('test/echo', answering(status))(httpEvent());
  expect(write.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toMatchObject(counted);
});
