import { toCampaignRecord, type CampaignRecord } from '#shared/domain/campaign/campaign-record.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';

export interface ListCampaignsDeps {
  campaigns: CampaignStore;
}

/** All campaigns of the user, newest first, as the API shows them. */
export async function listCampaigns(userId: number, deps: ListCampaignsDeps): Promise<CampaignRecord[]> {
  return (await deps.campaigns.list(userId)).toReversed().map(toCampaignRecord);
}
