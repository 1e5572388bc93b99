import { describe, expect, it, vi } from 'vitest';
import { handler } from '#functions/http/campaigns/delete-campaign.ts';
import { campaignDeps, userId } from '#test/support/campaign-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

const campaignId = 4001;
const notFound = { status: 404, body: { message: 'Campaign not found' } };

async function setup() {
  const deps = await campaignDeps();
  const remove = async (id: string | number = campaignId, by = userId) =>
    readResponse(await handler.with(deps)(httpEvent({ id, userId: by })));
  return { deps, remove };
}

describe('DELETE /user/campaign/{id}', () => {
  it('answers 200, and the campaign is gone at once', async () => {
    const { deps, remove } = await setup();
    expect(await remove()).toEqual({ status: 200, body: { message: 'Campaign deleted successfully' } });
    await expect(deps.campaigns.get(userId, campaignId)).resolves.toBeUndefined();
    expect(await remove()).toEqual(notFound);
  });

  it('has its leads removed later than any request can still add to them, and tells the dialer', async () => {
    const { deps, remove } = await setup();
    await remove();
    const message = { userId, campaignId };
    expect(deps.queue.sent).toEqual([
      { queue: 'empty-campaign', message, options: { groupId: '7', delaySeconds: 30 } },
      { queue: 'dial-campaign', message, options: { groupId: '7' } },
    ]);
  });

  it('does not delete what nobody would empty: the message goes first', async () => {
    const { deps, remove } = await setup();
    deps.queue.send = () => Promise.reject(new Error('the queue is down'));
    vi.spyOn(process.stdout, 'write').mockReturnValueOnce(true).mockReturnValueOnce(true);
    expect((await remove()).status).toBe(500);
    await expect(deps.campaigns.get(userId, campaignId)).resolves.toBeDefined();
  });

  it.each([999, 'abc', '-1', '0'])('answers 404 to id %s', async (id) => {
    const { deps, remove } = await setup();
    expect(await remove(id)).toEqual(notFound);
    expect(deps.queue.sent).toEqual([]);
  });

  it("answers 404 to another user's campaign, and leaves it alone", async () => {
    const { deps, remove } = await setup();
    expect(await remove(campaignId, 6)).toEqual(notFound);
    await expect(deps.campaigns.get(userId, campaignId)).resolves.toBeDefined();
  });
});
