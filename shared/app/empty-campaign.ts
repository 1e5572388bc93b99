import type { QueueMessage } from '#shared/messages/queue-messages.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import type { Queue } from '#shared/ports/queue.ts';

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
  const ids = await deps.leads.someIds(userId, campaignId, LEADS_AT_A_TIME);
  for (let start = 0; start < ids.length; start += REMOVALS_AT_ONCE) {
    const some = ids.slice(start, start + REMOVALS_AT_ONCE);
    await Promise.all(some.map((id) => removeWhateverStatus(userId, id, deps.leads)));
  }
  const isMore = ids.length > 0 || (await deps.leads.forgetNumbers(userId, campaignId, LEADS_AT_A_TIME)) > 0;
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
