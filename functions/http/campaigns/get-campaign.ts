import { CampaignDetail, toCampaignDetail } from '#shared/campaigns/campaign-api.ts';
import { requireCampaign } from '#shared/campaigns/campaign.ts';
import type { CampaignDeps } from '#shared/campaigns/dialler.ts';
import { campaigns } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'campaigns/get-campaign',
  scope: 'read',
  summary: 'Get a campaign',
  answers: { status: 200, body: CampaignDetail },
  pathId: 'campaign_not_found',
  deps: (): Pick<CampaignDeps, 'campaigns'> => ({ campaigns: campaigns() }),
  handle: async ({ userId, id }, deps) => ok(toCampaignDetail(await requireCampaign(userId, id, deps.campaigns))),
});
