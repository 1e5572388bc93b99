import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Metrics } from '#shared/ports/metrics.ts';

/** Why the service itself stops a campaign. Nothing is lost by it: its user starts it again. */
export type StopReason = 'insufficient_balance' | 'no_caller_number' | 'assistant_unusable' | 'carrier_failures';

export interface StopCampaignDeps {
  campaigns: CampaignStore;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/** Stops a campaign that cannot go on, and says why. One that its user has stopped or started meanwhile is left alone. */
export async function stopCampaign(campaign: Campaign, reason: StopReason, deps: StopCampaignDeps): Promise<void> {
  const { id: campaignId, userId } = campaign;
  const stopped = { status: 'stopped', stoppedReason: reason, updatedAt: deps.clock.now() } as const;
  const outcome = await deps.campaigns.replace(campaign, { ...campaign, ...stopped, version: campaign.version + 1 });
  if (outcome === 'conflict') return;
  deps.metrics.count('CampaignStopped', { reason });
  deps.logger.warn('a campaign was stopped', { userId, campaignId, reason });
}
