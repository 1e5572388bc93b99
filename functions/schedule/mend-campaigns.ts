import { mendCampaigns, type MendCampaignsDeps } from '#shared/app/mend-campaigns.ts';
import { defineSchedule } from '#shared/platform/queue/schedule.ts';
import { campaigns } from '#shared/runtime/campaigns.ts';
import { clock } from '#shared/runtime/clock.ts';
import { dialLine } from '#shared/runtime/dial-line.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { queue } from '#shared/runtime/queue.ts';

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
