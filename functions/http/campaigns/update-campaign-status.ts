import * as v from 'valibot';
import { UpdateCampaignStatusBody } from '#shared/campaigns/campaign-api.ts';
import { startCampaign, stopCampaign, type StartCampaignDeps } from '#shared/campaigns/campaign-status.ts';
import { StartWarning } from '#shared/campaigns/missing-variables.ts';
import { assistantReader, campaigns, leads, queue, wallets } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { recordId } from '#shared/platform/http/record-fields.ts';

const started = 'Campaign started successfully.';
const stopped = 'Campaign stopped successfully.';

export const handler = defineEndpoint({
  id: 'campaigns/update-campaign-status',
  scope: 'calls',
  summary: 'Start or stop a campaign',
  answers: {
    status: 200,
    body: v.strictObject({
      message: v.picklist([started, stopped]),
      success: v.literal(true),
      data: v.pipe(
        v.strictObject({
          campaign_id: recordId(1),
          status: v.picklist(['in-progress', 'stopped']),
          missing_variables: v.optional(StartWarning),
        }),
        v.title('CampaignStatus'),
      ),
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
    assistants: assistantReader(),
    wallets: wallets(),
    leads: leads(),
    queue: queue(),
    clock: clock(),
  }),
  handle: async ({ userId, body }, deps) => {
    const { campaign_id: campaignId, action, hang_up: hangUp } = body;
    if (action === 'start') {
      const missing_variables = await startCampaign({ userId, campaignId }, deps);
      const data = { campaign_id: campaignId, status: 'in-progress', missing_variables } as const;
      return ok({ message: started, success: true, data });
    }
    await stopCampaign({ userId, campaignId, hangUp: hangUp ?? false }, deps);
    return ok({ message: stopped, success: true, data: { campaign_id: campaignId, status: 'stopped' } });
  },
});
