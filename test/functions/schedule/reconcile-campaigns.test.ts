import { expect, it } from 'vitest';
import { handler } from '#functions/schedule/reconcile-campaigns.ts';
import { createMemoryQueue } from '#test/support/memory/platform.ts';
import { buildCampaign } from '#test/support/builders.ts';
import { noCampaigns } from '#test/support/dialer-deps.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';

const event = { id: 'event-1', time: '2026-06-30T12:00:00Z', source: 'aws.events' };

async function setup() {
  const clock = createFixedClock();
  const queue = createMemoryQueue();
  const { campaigns, dialQueue } = noCampaigns(clock, 1);
  const { logger } = createObservers();
  return { clock, queue, campaigns, dialQueue, run: handler.with({ campaigns, dialQueue, queue, clock, logger }) };
}

it('has every campaign in progress looked after, of all users, and no other', async () => {
  const { run, queue, campaigns } = await setup();
  await campaigns.add(buildCampaign({ id: 1, userId: 7, status: 'in-progress' }));
  await campaigns.add(buildCampaign({ id: 2, userId: 8, status: 'in-progress' }));
  await campaigns.add(buildCampaign({ id: 3, userId: 7, status: 'stopped' }));
  await run(event);
  expect(queue.sent).toEqual([
    { queue: 'dial-campaign', message: { userId: 7, campaignId: 1, reconcile: true }, options: { groupId: '7' } },
    { queue: 'dial-campaign', message: { userId: 8, campaignId: 2, reconcile: true }, options: { groupId: '8' } },
  ]);
});

it('queues calls again that stand in line although no turn is left for them, once', async () => {
  const { run, queue, clock, dialQueue } = await setup();
  await dialQueue.reserveSlot(clock.now());
  await dialQueue.enqueue({ userId: 7, callId: 1 }, 'campaign', clock.now());
  await dialQueue.enqueue({ userId: 7, callId: 2 }, 'interactive', clock.now());
  await run(event);
  expect(queue.sent).toEqual([]);
  clock.move(180_000);
  await run(event);
  await run(event);
  expect(queue.sent.map(({ message }) => message)).toEqual([
    { userId: 7, callId: 2 },
    { userId: 7, callId: 1, lane: 'campaign' },
  ]);
});
