import { CampaignRecord, toCampaignRecord, UpdateCampaignBody } from '#shared/campaigns/campaign-api.ts';
import { requireCampaign } from '#shared/campaigns/campaign.ts';
import { updateCampaign, type UpdateCampaignDeps } from '#shared/campaigns/manage-campaigns.ts';
import { assistantReader, callingHours, campaigns, phoneNumbers, queue, users } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';

const message = 'Campaign updated successfully';

export const handler = defineEndpoint({
  id: 'campaigns/update-campaign',
  scope: 'calls',
  summary: 'Update a campaign',
  answers: { status: 200, body: messageAnswer(message, CampaignRecord) },
  refusals: ['assistant_not_found'],
  pathId: 'campaign_not_found',
  body: UpdateCampaignBody,
  deps: (): UpdateCampaignDeps => ({
    users: users(),
    assistants: assistantReader(),
    phoneNumbers: phoneNumbers(),
    campaigns: campaigns(),
    callingHours: callingHours(),
    queue: queue(),
    clock: clock(),
  }),
  // An unknown campaign is refused before the errors of the body.
  crossFieldErrors: async ({ userId, id }, deps) => {
    await requireCampaign(userId, id, deps.campaigns);
    return {};
  },
  handle: async ({ userId, id, body }, deps) => {
    const campaign = await updateCampaign({ userId, campaignId: id, changes: body }, deps);
    return ok({ message, data: toCampaignRecord(campaign) });
  },
});
