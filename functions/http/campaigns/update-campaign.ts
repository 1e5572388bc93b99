import * as v from 'valibot';
import {
  CampaignDetail,
  ReadableCampaignBody,
  toCampaignDetail,
  UpdateCampaignBody,
} from '#shared/campaigns/campaign-api.ts';
import { requireCampaign } from '#shared/campaigns/campaign.ts';
import { findUpdateProblems, updateCampaign, type UpdateCampaignDeps } from '#shared/campaigns/update-campaign.ts';
import { assistantReader, callingHours, campaigns, phoneNumbers, queue, users } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';

export const handler = defineEndpoint({
  id: 'campaigns/update-campaign',
  scope: 'calls',
  summary: 'Update a campaign',
  answers: { status: 200, body: messageAnswer('Campaign updated successfully', CampaignDetail) },
  refusals: ['assistant_not_found', 'campaign_changed'],
  pathId: 'campaign_not_found',
  body: UpdateCampaignBody,
  deps: (): UpdateCampaignDeps => ({
    users: users(),
    assistants: assistantReader(),
    phoneNumbers: phoneNumbers(),
    campaigns: campaigns(),
    callingHours: callingHours(),
    clock: clock(),
    queue: queue(),
  }),
  // An unknown campaign is refused before the errors of the body.
  crossFieldErrors: async ({ userId, id, body }, deps) => {
    const before = await requireCampaign(userId, id, deps.campaigns);
    return findUpdateProblems({ before, request: v.parse(ReadableCampaignBody, body) }, deps);
  },
  handle: async ({ userId, id, body }, deps) => {
    const campaign = await updateCampaign({ userId, campaignId: id, request: body }, deps);
    return ok({ message: 'Campaign updated successfully', data: toCampaignDetail(campaign) });
  },
});
