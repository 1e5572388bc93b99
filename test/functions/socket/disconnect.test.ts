import { expect, it } from 'vitest';
import { handler } from '#functions/socket/disconnect.ts';
import { socketEvent } from '#test/support/events.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';

it('has a call checked soon that is not over, and answers 200', async () => {
  const live = await holdCall();
  const answer = await handler.with(live)(socketEvent());
  expect(answer).toEqual({ statusCode: 200 });
  expect(live.timer.timers.at(-1)).toEqual({
    dueAt: live.clock.now() + 10_000,
    queue: 'check-call',
    message: live.key,
  });
});

it.each(['ended', 'completed'] as const)('leaves a call alone that is %s', async (status) => {
  const live = await holdCall();
  await live.calls.change(live.key, { status }, live.clock.now());
  const before = live.timer.timers.length;
  await handler.with(live)(socketEvent());
  expect(live.timer.timers).toHaveLength(before);
});

it.each([socketEvent({ connectionId: 'unknown' }), {}])('answers 200 whatever comes', async (event) => {
  const live = await holdCall();
  await expect(handler.with(live)(event)).resolves.toEqual({ statusCode: 200 });
});
