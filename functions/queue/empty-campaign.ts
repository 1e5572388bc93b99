import { emptyCampaign, type EmptyCampaignDeps } from '#shared/campaigns/manage-campaigns.ts';
import { campaigns, leads, queue } from '#shared/container.ts';
import { addLogContext } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';

export const handler = defineWorker({
  id: 'queue/empty-campaign',
  queue: 'empty-campaign',
  deps: (): EmptyCampaignDeps => ({ campaigns: campaigns(), leads: leads(), queue: queue() }),
  handle: async (message, deps) => {
    addLogContext({ userId: message.userId, campaignId: message.campaignId });
    await emptyCampaign(message, deps);
  },
});
