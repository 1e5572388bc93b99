import * as v from 'valibot';
import { CampaignRecord } from '#shared/campaigns/campaign-api.ts';
import { listCampaigns, type ListCampaignsDeps } from '#shared/campaigns/manage-campaigns.ts';
import { campaigns } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'campaigns/list-campaigns',
  scope: 'read',
  summary: 'List campaigns, newest first',
  answers: { status: 200, body: v.array(CampaignRecord) },
  deps: (): ListCampaignsDeps => ({ campaigns: campaigns() }),
  handle: async ({ userId }, deps) => ok(await listCampaigns(userId, deps)),
});
