import { mendCampaigns, type MendCampaignsDeps } from '#shared/campaigns/reconcile-campaigns.ts';
import { defineSchedule } from '#shared/platform/queue/schedule.ts';
import { campaigns, clock, dialLine, queue } from '#shared/container.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

/** Takes up what crashes have left of campaigns. */
export const handler = defineSchedule({
  id: 'schedule/mend-campaigns',
  deps: (): MendCampaignsDeps => ({
    campaigns: campaigns(),
    dialLine: dialLine(),
    queue: queue(),
    clock: clock(),
    logger,
  }),
  handle: async (deps) => {
    await mendCampaigns(deps);
  },
});
