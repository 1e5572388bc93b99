import { describe, expect, it } from 'vitest';
import { handler } from '#functions/schedule/release-due-work.ts';
import { createQueueTimer } from '#shared/platform/timer/timer.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';
import { createMemoryDueWorkStore, createMemoryQueue, createMemoryQueueDepth } from '#test/support/memory/platform.ts';

const event = { id: 'event-1', time: '2026-06-30T12:00:00Z', source: 'aws.events' };

async function setup() {
  const clock = createFixedClock();
  const dueWork = createMemoryDueWorkStore();
  const queue = createMemoryQueue();
  const depth = createMemoryQueueDepth();
  const { logger, metrics, counts, lines } = createObservers();
  const pause = async (milliseconds: number) => clock.move(milliseconds);
  const now = clock.now();
  await dueWork.add({ dueAt: now, queue: 'check-call', message: { userId: 7, callId: 1 } });
  const message = { userId: 8, deliveryId: 'evt_2_call.completed', attempt: 3 };
  await dueWork.add({ dueAt: now + 120_001, queue: 'deliver-webhook', message });
  const deps = { dueWork, queue, clock, logger, metrics, depth, pause };
  return { ...deps, counts, lines, deps, run: handler.with(deps) };
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
  const { dueWork, queue, deps } = await setup();
  const broken = { ...queue, send: () => Promise.reject(new Error('the queue is away')) };
  await expect(handler.with({ ...deps, queue: broken })(event)).rejects.toThrow('not released');
  expect(dueWork.waiting).toHaveLength(2);
});

it('refuses a malformed event', async () => {
  const { run, queue } = await setup();
  await expect(run({ hello: 'world' })).rejects.toThrow(/.+/);
  expect(queue.sent).toEqual([]);
});

describe('the watch over the queues, every five minutes', () => {
  const MINUTE = 60_000;
  /** The clock at the beginning of a minute in which the queues are watched. */
  async function watching() {
    const scene = await setup();
    scene.clock.move(5 * MINUTE - (scene.clock.now() % (5 * MINUTE)));
    return scene;
  }

  it('counts dead letters, and names their queue in the log', async () => {
    const { run, depth, counts, lines } = await watching();
    depth.set('finish-call', { waiting: 0, inWork: 0, dead: 2 });
    depth.set('send-sms', { waiting: 0, inWork: 0, dead: 1 });
    await run(event);
    expect(counts).toEqual([
      { name: 'DeadLetters', dimensions: { queue: 'send-sms' }, amount: 1 },
      { name: 'DeadLetters', dimensions: { queue: 'finish-call' }, amount: 2 },
    ]);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'error', fields: { queue: 'finish-call', messages: 2 } }),
    );
  });

  it.each([
    { what: 'messages that no worker has', depths: { waiting: 3, inWork: 0, dead: 0 }, stopped: ['dial-calls'] },
    { what: 'messages behind those in work', depths: { waiting: 300, inWork: 5, dead: 0 }, stopped: [] },
    { what: 'messages in work', depths: { waiting: 0, inWork: 5, dead: 0 }, stopped: [] },
  ])('sees in $what that a queue has stopped, or not', async ({ depths, stopped }) => {
    const { run, depth, counts } = await watching();
    depth.set('dial-calls', depths);
    await run(event);
    expect(counts.map(({ dimensions }) => dimensions?.['queue'])).toEqual(stopped);
    expect(counts.filter(({ name }) => name !== 'QueueStopped')).toEqual([]);
  });

  it('takes a message that has just come for no sign', async () => {
    const { deps, depth, counts } = await watching();
    depth.set('dial-calls', { waiting: 1, inWork: 0, dead: 0 });
    const pause = async () => void depth.set('dial-calls', { waiting: 0, inWork: 0, dead: 0 });
    await handler.with({ ...deps, pause })(event);
    expect(counts).toEqual([]);
  });

  it.each([
    { when: 'a minute later', after: MINUTE, share: { worker: 0, workers: 4 } },
    { when: 'by another worker', after: 0, share: { worker: 1, workers: 4 } },
  ])('does not look $when', async ({ after, share }) => {
    const { run, depth, clock, counts } = await watching();
    depth.set('finish-call', { waiting: 1, inWork: 0, dead: 1 });
    clock.move(after);
    await run({ ...event, share });
    expect(counts).toEqual([]);
  });
});
