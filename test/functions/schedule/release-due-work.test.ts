import { expect, it } from 'vitest';
import { handler } from '#functions/schedule/release-due-work.ts';
import { createMemoryDueWorkStore, createMemoryQueue } from '#test/support/memory/platform.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';

const event = { id: 'event-1', time: '2026-06-30T12:00:00Z', source: 'aws.events' };

async function setup() {
  const clock = createFixedClock();
  const dueWork = createMemoryDueWorkStore();
  const queue = createMemoryQueue();
  const { logger } = createObservers();
  const now = clock.now();
  await dueWork.add({ dueAt: now, queue: 'check-call', message: { userId: 7, callId: 1 } });
  const message = { userId: 8, deliveryId: 'evt_2_call.completed', attempt: 3 };
  await dueWork.add({ dueAt: now + 1, queue: 'deliver-webhook', message });
  return { clock, dueWork, queue, run: handler.with({ dueWork, queue, clock, logger }) };
}

it('queues what is due, in the group of its user, and nothing else', async () => {
  const { run, queue, clock } = await setup();
  await run(event);
  const first = { queue: 'check-call', message: { userId: 7, callId: 1 }, options: { groupId: '7' } };
  expect(queue.sent).toEqual([first]);
  clock.move(60_000);
  await run(event);
  expect(queue.sent).toMatchObject([first, { queue: 'deliver-webhook', options: { groupId: '8' } }]);
});

it('fails, and keeps the work, when the queue is away', async () => {
  const { dueWork, queue, clock } = await setup();
  const { logger } = createObservers();
  const broken = { ...queue, send: () => Promise.reject(new Error('the queue is away')) };
  await expect(handler.with({ dueWork, queue: broken, clock, logger })(event)).rejects.toThrow('not released');
  expect(dueWork.waiting).toHaveLength(2);
});

it('refuses a malformed event', async () => {
  const { run, queue } = await setup();
  await expect(run({ hello: 'world' })).rejects.toThrow(/.+/);
  expect(queue.sent).toEqual([]);
});
