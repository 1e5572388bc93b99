import { expect, it } from 'vitest';
import { handler } from '#functions/schedule/reconcile-campaigns.ts';
import { buildCampaign } from '#test/support/builders.ts';
import { noCampaigns } from '#test/support/dialer-deps.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';
import type { MemoryLine } from '#test/support/memory/dial-queue.ts';
import { createMemoryQueue } from '#test/support/memory/platform.ts';

const event = { id: 'event-1', time: '2026-06-30T12:00:00Z', source: 'aws.events' };

async function setup() {
  const clock = createFixedClock();
  const queue = createMemoryQueue();
  const line: MemoryLine = { entries: [], live: [], ofWidgets: [] };
  const { campaigns, dialQueue } = noCampaigns(clock, line);
  const { metrics, counts } = createObservers();
  const run = handler.with({ campaigns, dialQueue, queue, clock, metrics });
  return { clock, queue, campaigns, dialQueue, line, counts, run };
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

it('wakes a pump while calls wait, and reports that none was running', async () => {
  const { run, queue, clock, dialQueue, line, counts } = await setup();
  const wake = { queue: 'dial-calls', message: { wokenBy: 'schedule' }, options: { delaySeconds: 0 } };
  line.entries.push({ userId: 7, callId: 1, carrierAccount: 'default', priority: 'interactive', fairnessRound: 0 });
  await run(event);
  expect({ sent: queue.sent, counts }).toMatchObject({ sent: [wake], counts: [{ name: 'DialQueueStalled' }] });
  await dialQueue.leasePump('default', 'pump', { now: clock.now(), until: clock.now() + 1000 });
  await run(event);
  expect({ sent: queue.sent.length, counts: counts.length }).toEqual({ sent: 2, counts: 1 });
});
