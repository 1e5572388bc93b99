import { expect, it } from 'vitest';
import { createQueueTimer } from '#shared/platform/timer/timer.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { createMemoryDueWorkStore, createMemoryQueue } from '#test/support/memory/platform.ts';

const message = { userId: 7, callId: 1 };

function setup(timeScale = 1) {
  const clock = createFixedClock(undefined, timeScale);
  const queue = createMemoryQueue();
  const dueWork = createMemoryDueWorkStore();
  return { clock, queue, dueWork, timer: createQueueTimer({ clock, queue, dueWork }) };
}

it.each([
  { ahead: -5000, delaySeconds: 0 },
  { ahead: 0, delaySeconds: 0 },
  { ahead: 1, delaySeconds: 1 },
  { ahead: 1000, delaySeconds: 1 },
  { ahead: 1001, delaySeconds: 2 },
  { ahead: 900_000, delaySeconds: 900 },
])('sends what is due in $ahead ms with a delay of $delaySeconds s', async ({ ahead, delaySeconds }) => {
  const { timer, clock, queue, dueWork } = setup();
  await timer.at(clock.now() + ahead, 'check-call', message);
  expect(queue.sent).toEqual([{ queue: 'check-call', message, options: { groupId: '7', delaySeconds } }]);
  expect(dueWork.waiting).toEqual([]);
});

it('stores what is due in more than 15 minutes', async () => {
  const { timer, clock, queue, dueWork } = setup();
  const dueAt = clock.now() + 900_001;
  await timer.at(dueAt, 'check-call', message);
  expect(queue.sent).toEqual([]);
  expect(dueWork.waiting).toEqual([{ dueAt, queue: 'check-call', message }]);
});

it.each([
  { timeScale: 1, seconds: 40, delaySeconds: 40 },
  { timeScale: 20, seconds: 40, delaySeconds: 2 },
  { timeScale: 20, seconds: 1500, delaySeconds: 75 },
])('waits $delaySeconds s for $seconds call seconds at $timeScale', async ({ timeScale, seconds, delaySeconds }) => {
  const { timer, queue } = setup(timeScale);
  const silence = { connectionId: 'abc=', generation: 1, timer: 'silence', silentSeconds: 0 } as const;
  await timer.afterCallSeconds(seconds, 'continue-conversation', silence);
  expect(queue.sent.map((sent) => sent.options)).toEqual([{ delaySeconds }]);
});
