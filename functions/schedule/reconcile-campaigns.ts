import { reconcileCampaigns, type ReconcileCampaignsDeps } from '#shared/campaigns/attempts.ts';
import { campaigns, dialQueue, queue } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { metrics } from '#shared/platform/observability/telemetry.ts';
import { defineSchedule } from '#shared/platform/timer/timer.ts';

export const handler = defineSchedule({
  id: 'schedule/reconcile-campaigns',
  deps: (): ReconcileCampaignsDeps => ({
    campaigns: campaigns(),
    dialQueue: dialQueue(),
    queue: queue(),
    clock: clock(),
    metrics,
  }),
  handle: async (deps, share) => {
    await reconcileCampaigns(share, deps);
  },
});
