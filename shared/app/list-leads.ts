import type { LeadFilter } from '#shared/domain/lead/lead-filter.ts';
import { toLeadRecord, type LeadRecord } from '#shared/domain/lead/lead-record.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/pagination.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';

export interface ListLeadsDeps {
  leads: LeadStore;
  campaigns: CampaignStore;
}

/** One page of the user's leads, newest first, as the API shows them. Those of a deleted campaign are gone with it. */
export async function listLeads(
  input: { userId: number; filter: LeadFilter; page: PageRequest },
  { leads, campaigns }: ListLeadsDeps,
): Promise<PageOf<LeadRecord>> {
  const { userId, filter, page } = input;
  const exceptCampaignIds = await campaigns.listDeleted(userId);
  const { rows, total } = await leads.list(userId, { ...filter, exceptCampaignIds }, page);
  const known = new Map((await campaigns.list(userId)).map((campaign) => [campaign.id, campaign]));
  const records = rows.flatMap((row) => {
    const campaign = known.get(row.lead.campaignId);
    // Deleted since the leads were read.
    return campaign ? [toLeadRecord(row, campaign)] : [];
  });
  return { rows: records, total };
}
