import type { DialerDeps } from '#shared/app/dialer-deps.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';

/**
 * Ends a campaign that has called all its leads, if it wants to end by itself. One without any leads waits for the first.
 * A lead that was added at the same moment is seen afterwards, and the campaign goes on.
 */
export async function completeCampaign(campaign: Campaign, deps: DialerDeps): Promise<void> {
  const { userId, id: campaignId } = campaign;
  if (!campaign.markCompleteWhenNoLeads || !(await isDone(campaign, deps))) return;
  const completed = next(campaign, 'completed', deps.clock.now());
  if ((await deps.campaigns.replace(campaign, completed)) === 'conflict') return;
  if (await isDone(campaign, deps)) {
    deps.metrics.count('CampaignCompleted');
    deps.logger.info('a campaign is completed', { userId, campaignId });
    return;
  }
  await deps.campaigns.replace(completed, next(completed, 'in-progress', deps.clock.now()));
  await deps.queue.send('dial-campaign', { userId, campaignId }, { groupId: String(userId) });
}

async function isDone({ userId, id }: Campaign, { leads }: DialerDeps): Promise<boolean> {
  const { isCalling, nextAttemptAt, hasFinished } = await leads.outlook(userId, id);
  return !isCalling && nextAttemptAt === null && hasFinished;
}

function next(campaign: Campaign, status: 'completed' | 'in-progress', updatedAt: number): Campaign {
  return { ...campaign, status, stoppedReason: null, updatedAt, version: campaign.version + 1 };
}
