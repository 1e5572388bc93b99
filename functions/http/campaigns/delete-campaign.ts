import * as v from 'valibot';
import { deleteCampaign, type DeleteCampaignDeps } from '#shared/campaigns/manage-campaigns.ts';
import { campaigns, queue } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'campaigns/delete-campaign',
  scope: 'calls',
  summary: 'Delete a campaign with its leads',
  answers: { status: 200, body: v.strictObject({ message: v.literal('Campaign deleted successfully') }) },
  pathId: 'campaign_not_found',
  deps: (): DeleteCampaignDeps => ({ campaigns: campaigns(), queue: queue() }),
  handle: async ({ userId, id }, deps) => {
    await deleteCampaign({ userId, campaignId: id }, deps);
    return ok({ message: 'Campaign deleted successfully' });
  },
});
