import { expect, it } from 'vitest';
import { handler } from '#functions/schedule/release-due-work.ts';
import { createQueueTimer } from '#shared/platform/timer/timer.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';
import { createMemoryDueWorkStore, createMemoryQueue } from '#test/support/memory/platform.ts';

const event = { id: 'event-1', time: '2026-06-30T12:00:00Z', source: 'aws.events' };

async function setup() {
  const clock = createFixedClock();
  const dueWork = createMemoryDueWorkStore();
  const queue = createMemoryQueue();
  const { logger } = createObservers();
  const now = clock.now();
  await dueWork.add({ dueAt: now, queue: 'check-call', message: { userId: 7, callId: 1 } });
  const message = { userId: 8, deliveryId: 'evt_2_call.completed', attempt: 3 };
  await dueWork.add({ dueAt: now + 120_001, queue: 'deliver-webhook', message });
  return { clock, dueWork, queue, run: handler.with({ dueWork, queue, clock, logger }) };
}

it('queues what is due within two minutes, with the rest as its delay, in the group of its user, and nothing else', async () => {
  const { run, queue, clock } = await setup();
  await run(event);
  const first = { queue: 'check-call', message: { userId: 7, callId: 1 }, options: { groupId: '7', delaySeconds: 0 } };
  expect(queue.sent).toEqual([first]);
  clock.move(60_000);
  await run(event);
  const second = { queue: 'deliver-webhook', options: { groupId: '8', delaySeconds: 61 } };
  expect(queue.sent).toMatchObject([first, second]);
});

it.each([0, 1, 20_000, 59_999])(
  'fires a timer of 20 minutes in time that was set %i ms after the schedule has run, although the schedule is late by a minute',
  async (after) => {
    const { run, queue, dueWork, clock } = await setup();
    const timer = createQueueTimer({ queue, dueWork, clock });
    clock.move(after);
    const dueAt = clock.now() + 1_200_000;
    await timer.at(dueAt, 'check-call', { userId: 7, callId: 2 });
    clock.move(60_000 - after);
    let firedAt: number | undefined;
    for (let minute = 1; firedAt === undefined && minute < 30; minute += 1) {
      // On the minute, and a minute late when it matters.
      if (dueAt - clock.now() > 120_000) await run(event);
      else {
        clock.move(59_999);
        await run(event);
        clock.move(-59_999);
      }
      const sent = queue.sent.find(({ message }) => 'callId' in message && message.callId === 2);
      if (sent) firedAt = clock.now() + 59_999 + (sent.options.delaySeconds ?? 0) * 1000;
      clock.move(60_000);
    }
    expect(firedAt).toBeGreaterThanOrEqual(dueAt);
    expect(firedAt).toBeLessThanOrEqual(dueAt + timer.latenessSeconds * 1000);
  },
);

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
