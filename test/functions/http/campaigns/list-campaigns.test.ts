import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/list-campaigns.ts';
import { buildCampaign } from '#test/support/builders.ts';
import { campaignDeps } from '#test/support/campaign-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';

async function list(...campaigns: ReturnType<typeof buildCampaign>[]) {
  const deps = await campaignDeps({ campaigns });
  return { deps, get: askerOf(handler.with(deps)) };
}

describe('GET /user/campaigns', () => {
  it('answers 200 with a bare array, newest first, of this user alone', async () => {
    const { get } = await list(
      buildCampaign({ id: 1, name: 'Old', stoppedReason: 'carrier_failures', status: 'stopped' }),
      buildCampaign({ id: 2, name: 'New' }),
      buildCampaign({ id: 3, userId: 8 }),
    );
    expect(await get()).toMatchObject({
      status: 200,
      body: [
        { id: 2, name: 'New', status: 'draft', assistant_id: null, stopped_reason: null },
        { id: 1, name: 'Old', status: 'stopped', stopped_reason: 'carrier_failures' },
      ],
    });
  });

  it('leaves out a campaign that is being deleted', async () => {
    const { deps, get } = await list(buildCampaign({ id: 1 }));
    await deps.campaigns.markDeleted(7, 1);
    expect(await get()).toEqual({ status: 200, body: [] });
  });
});
