import { changeCampaign, type ChangeCampaignDeps } from '#shared/app/change-campaign.ts';
import { wakeDialer } from '#shared/app/wake-dialer.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import { AppError } from '#shared/domain/errors/app-error.ts';
import type { Queue } from '#shared/ports/queue.ts';

export interface PauseCampaignDeps extends ChangeCampaignDeps {
  queue: Queue;
}

/**
 * Stops a running campaign because its user wants it: it calls nobody from now on, and the dialer ends what it is calling.
 * One that is stopped already is refused, and the dialer still told: the first time may have died in between.
 * @throws AppError campaign_not_found, campaign_not_running
 */
export async function pauseCampaign(
  input: { userId: number; campaignId: number },
  deps: PauseCampaignDeps,
): Promise<Campaign> {
  const stopped = await changeCampaign(input, deps, async (campaign) =>
    campaign.status === 'in-progress' ? { status: 'stopped', stoppedReason: null } : undefined,
  );
  await wakeDialer(input, deps.queue);
  if (stopped === 'unchanged') throw new AppError('campaign_not_running');
  return stopped;
}
