import { expect, it } from 'vitest';
import { handler } from '#functions/schedule/reconcile-campaigns.ts';
import { buildCampaign } from '#test/support/builders.ts';
import { memoryService } from '#test/support/in-memory/service.ts';

const event = { id: 'event-1', time: '2026-06-30T12:00:00Z', source: 'aws.events' };

function setup() {
  const service = memoryService();
  return { ...service, line: service.calls.line, run: handler.with(service) };
}

it('has every campaign in progress looked after, of all users, and no other', async () => {
  const { run, queue, campaigns } = setup();
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
  const { run, queue, clock, dialQueue, line, counts } = setup();
  const wake = { queue: 'dial-calls', message: { wokenBy: 'schedule' }, options: { delaySeconds: 0 } };
  line.entries.push({ userId: 7, callId: 1, carrierAccount: 'default', priority: 'interactive', fairnessRound: 0 });
  await run(event);
  expect({ sent: queue.sent, counts }).toMatchObject({ sent: [wake], counts: [{ name: 'CallNotDialled' }] });
  await dialQueue.leasePump('default', 'pump', { now: clock.now(), until: clock.now() + 1000 });
  await run(event);
  expect({ sent: queue.sent.length, counts: counts.length }).toEqual({ sent: 2, counts: 1 });
});
