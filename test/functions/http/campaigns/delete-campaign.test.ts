import { expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/delete-campaign.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps, userId } from '#test/support/in-memory/service.ts';

const campaignId = 4001;

async function setup() {
  const deps = campaignDeps();
  const ask = askerOf(handler.with(deps));
  const remove = (by = userId) => ask({ id: campaignId, userId: by });
  return { deps, remove };
}

it('is gone at once; its leads are removed later than any request can still add to them', async () => {
  const { deps, remove } = await setup();
  expect((await remove()).status).toBe(200);
  await expect(deps.campaigns.get(userId, campaignId)).resolves.toBeUndefined();
  const message = { userId, campaignId };
  expect(deps.queue.sent).toEqual([
    { queue: 'empty-campaign', message, options: { groupId: '7', delaySeconds: 30 } },
    { queue: 'dial-campaign', message, options: { groupId: '7' } },
  ]);
});

it('sends the message that empties it before it deletes the campaign', async () => {
  const { deps, remove } = await setup();
  deps.queue.send = () => Promise.reject(new Error('the queue is down'));
  expect((await remove()).status).toBe(500);
  await expect(deps.campaigns.get(userId, campaignId)).resolves.toBeDefined();
});
