import { wakeDialer } from '#shared/app/wake-dialer.ts';
import { AppError } from '#shared/domain/errors/app-error.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { Queue } from '#shared/ports/queue.ts';

export interface DeleteCampaignDeps {
  campaigns: CampaignStore;
  queue: Queue;
}

/** No request that has seen the campaign before it was marked can still be adding leads to it by then. */
const LEADS_COME_FOR_SECONDS = 30;

/**
 * Deletes a campaign: from now on it is not there, and calls nobody; its leads are removed afterwards, however many they are.
 * The message that has them removed goes first, so that no crash can leave leads behind that nobody removes.
 * @throws AppError campaign_not_found
 */
export async function deleteCampaign(
  { userId, campaignId }: { userId: number; campaignId: number },
  { campaigns, queue }: DeleteCampaignDeps,
): Promise<void> {
  if (!(await campaigns.get(userId, campaignId))) throw new AppError('campaign_not_found');
  await queue.send(
    'empty-campaign',
    { userId, campaignId },
    { groupId: String(userId), delaySeconds: LEADS_COME_FOR_SECONDS },
  );
  if ((await campaigns.markDeleted(userId, campaignId)) === 'not_found') throw new AppError('campaign_not_found');
  await wakeDialer({ userId, campaignId }, queue);
}
