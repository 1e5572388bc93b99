import { expect, it } from 'vitest';
import { handler } from '#functions/http/leads/list-leads.ts';
import { buildCampaign, buildLead } from '#test/support/builders.ts';
import { campaignDeps, userId } from '#test/support/campaign-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';

// Its records, filters and pages are in test/api/rows/leads.ts.
it.each(['', 'campaign_id=4002'])('leaves out the leads of a campaign that is being deleted: ?%s', async (query) => {
  const deps = await campaignDeps({
    campaigns: [buildCampaign(), buildCampaign({ id: 4002 })],
    leads: [buildLead({ campaignId: 4002 })],
  });
  await deps.campaigns.markDeleted(userId, 4002);
  expect((await askerOf(handler.with(deps))({ query })).body).toMatchObject({ data: [], total: 0 });
});
