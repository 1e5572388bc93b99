import type { CampaignStore } from '#shared/campaigns/campaign.ts';
import { wakeDialer } from '#shared/campaigns/dialler.ts';
import type { LeadStore } from '#shared/campaigns/lead-store.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';

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

export interface EmptyCampaignDeps {
  campaigns: CampaignStore;
  leads: LeadStore;
  queue: Queue;
}

/** A transaction each: some seconds of work, far from the time that the worker has. */
const LEADS_AT_A_TIME = 500;
const REMOVALS_AT_ONCE = 10;

/**
 * Removes some of the leads of a deleted campaign, and sends for the rest; at last the campaign itself.
 * Safe to run again after a crash at any point. A campaign that was not deleted after all is left alone.
 */
export async function emptyCampaign(message: QueueMessage<'empty-campaign'>, deps: EmptyCampaignDeps): Promise<void> {
  const { userId, campaignId } = message;
  if (!(await deps.campaigns.listDeleted(userId)).includes(campaignId)) return;
  const ids = await deps.leads.listSomeIds(userId, campaignId, LEADS_AT_A_TIME);
  for (let start = 0; start < ids.length; start += REMOVALS_AT_ONCE) {
    const some = ids.slice(start, start + REMOVALS_AT_ONCE);
    await Promise.all(some.map((id) => removeWhateverStatus(userId, id, deps.leads)));
  }
  const isMore = ids.length > 0 || (await deps.leads.deleteNumberCounts(userId, campaignId, LEADS_AT_A_TIME)) > 0;
  if (!isMore) return deps.campaigns.remove(userId, campaignId);
  await deps.queue.send('empty-campaign', message, { groupId: String(userId) });
}

/** One that is being called is changed by the dialer in between; its campaign is gone, so that this ends soon. */
async function removeWhateverStatus(userId: number, leadId: number, leads: LeadStore): Promise<void> {
  for (;;) {
    const lead = await leads.get(userId, leadId);
    if (!lead || (await leads.remove(lead)) === 'removed') return;
  }
}
