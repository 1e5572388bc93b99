import * as v from 'valibot';
import { startCampaign, type StartCampaignDeps } from '#shared/app/start-campaign.ts';
import { pauseCampaign } from '#shared/app/pause-campaign.ts';
import { UpdateCampaignStatusBody } from '#shared/http/campaign-body.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { recordId } from '#shared/http/records/wire-fields.ts';
import { assistants } from '#shared/runtime/assistants.ts';
import { campaigns } from '#shared/runtime/campaigns.ts';
import { clock } from '#shared/runtime/clock.ts';
import { queue } from '#shared/runtime/queue.ts';
import { wallets } from '#shared/runtime/wallets.ts';

const started = 'Campaign started successfully.';
const stopped = 'Campaign stopped successfully.';

export const handler = defineEndpoint({
  id: 'campaigns/update-campaign-status',
  summary: 'Start or stop a campaign',
  answers: {
    status: 200,
    body: v.strictObject({
      message: v.picklist([started, stopped]),
      success: v.literal(true),
      data: v.strictObject({ campaign_id: recordId(1), status: v.picklist(['in-progress', 'stopped']) }),
    }),
  },
  refusals: [
    'campaign_not_found',
    'campaign_running',
    'campaign_not_running',
    'campaign_without_assistant',
    'insufficient_campaign_balance',
  ],
  body: UpdateCampaignStatusBody,
  deps: (): StartCampaignDeps => ({
    campaigns: campaigns(),
    assistants: assistants(),
    wallets: wallets(),
    queue: queue(),
    clock: clock(),
  }),
  handle: async ({ userId, body }, deps) => {
    const { campaign_id: campaignId, action } = body;
    if (action === 'start') {
      await startCampaign({ userId, campaignId }, deps);
      return ok({ message: started, success: true, data: { campaign_id: campaignId, status: 'in-progress' } });
    }
    await pauseCampaign({ userId, campaignId }, deps);
    return ok({ message: stopped, success: true, data: { campaign_id: campaignId, status: 'stopped' } });
  },
});
