import { requireCampaign, type CampaignKey } from '#shared/campaigns/campaign.ts';
import { wakeDialer, type CampaignDeps } from '#shared/campaigns/dialler.ts';
import type { LeadStore } from '#shared/campaigns/lead-store.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';

export type DeleteCampaignDeps = Pick<CampaignDeps, 'campaigns' | 'queue'>;

/** Longer than any request runs that read the campaign before it was marked and still adds a lead. */
const LATE_LEADS_SECONDS = 30;

/**
 * Deletes a campaign: hides it, ends its calls, and queues the removal of its leads. The message is sent before the
 * campaign is marked: a crash in between must not leave leads that are never removed.
 * @throws AppError campaign_not_found
 */
export async function deleteCampaign(
  { userId, campaignId }: CampaignKey,
  { campaigns, queue }: DeleteCampaignDeps,
): Promise<void> {
  await requireCampaign(userId, campaignId, campaigns);
  await queue.send(
    'empty-campaign',
    { userId, campaignId },
    { groupId: String(userId), delaySeconds: LATE_LEADS_SECONDS },
  );
  if ((await campaigns.markDeleted(userId, campaignId)) === 'not_found') throw new AppError('campaign_not_found');
  await wakeDialer({ userId, campaignId }, queue);
}

export type EmptyCampaignDeps = Pick<CampaignDeps, 'campaigns' | 'leads' | 'queue'>;

/** One transaction per lead: a few seconds of work. The worker has 60 s. */
const LEADS_PER_RUN = 500;
const REMOVALS_AT_ONCE = 10;

/**
 * Removes up to 500 leads of a deleted campaign and queues the next run. The last run removes the campaign.
 * Idempotent. Does nothing if the campaign is not marked as deleted.
 */
export async function emptyCampaign(message: QueueMessage<'empty-campaign'>, deps: EmptyCampaignDeps): Promise<void> {
  const { userId, campaignId } = message;
  if (!(await deps.campaigns.listDeleted(userId)).includes(campaignId)) return;
  const ids = await deps.leads.listSomeIds(userId, campaignId, LEADS_PER_RUN);
  for (let start = 0; start < ids.length; start += REMOVALS_AT_ONCE) {
    const batch = ids.slice(start, start + REMOVALS_AT_ONCE);
    await Promise.all(batch.map((id) => removeLead(userId, id, deps.leads)));
  }
  const hasMore = ids.length > 0 || (await deps.leads.deleteRest(userId, campaignId, LEADS_PER_RUN)) > 0;
  if (!hasMore) return deps.campaigns.remove(userId, campaignId);
  await deps.queue.send('empty-campaign', message, { groupId: String(userId) });
}

/** The dialler changes a lead a few times at most, because its campaign is deleted. */
const MAX_ROUNDS = 100;

/** Removes a lead in any status. Retries while the dialler changes it. */
async function removeLead(userId: number, leadId: number, leads: LeadStore): Promise<void> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const lead = await leads.get(userId, leadId);
    if (!lead || (await leads.remove(lead)) === 'removed') return;
  }
  throw new Error(`the lead changed ${MAX_ROUNDS} times while it was being removed`);
}
