import { expect, it } from 'vitest';
import { handler } from '#functions/http/leads/list-leads.ts';
import { buildCampaign, buildLead } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps, userId } from '#test/support/in-memory/service.ts';

// Its records, filters and pages are in test/api/rows/leads.ts.
it.each(['', 'campaign_id=4002'])('leaves out the leads of a campaign that is being deleted: ?%s', async (query) => {
  const deps = campaignDeps({
    campaigns: [buildCampaign(), buildCampaign({ id: 4002 })],
    leads: [buildLead({ campaignId: 4002 })],
  });
  await deps.campaigns.markDeleted(userId, 4002);
  expect((await askerOf(handler.with(deps))({ query })).body).toMatchObject({ data: [], total: 0 });
});

it('counts no lead whose campaign is deleted while its page is read', async () => {
  const deps = campaignDeps({
    campaigns: [buildCampaign(), buildCampaign({ id: 4002 })],
    leads: [buildLead({ id: 1 }), buildLead({ id: 2, campaignId: 4002 })],
  });
  const { list } = deps.leads;
  deps.leads.list = async (...args) => {
    const found = await list(...args);
    await deps.campaigns.markDeleted(userId, 4002);
    return found;
  };
  expect((await askerOf(handler.with(deps))({})).body).toMatchObject({ data: [{ id: 1 }], total: 1 });
});

it('answers what it has where rows are missing for good', async () => {
  const deps = campaignDeps({ campaigns: [buildCampaign()], leads: [buildLead({ id: 1 })] });
  const { list } = deps.leads;
  deps.leads.list = async (...args) => ({ ...(await list(...args)), total: 2 });
  expect((await askerOf(handler.with(deps))({})).body).toMatchObject({ data: [{ id: 1 }], total: 2 });
});
