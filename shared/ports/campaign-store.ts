import type { Campaign } from '#shared/domain/account/account.ts';

export interface CampaignStore {
  add(campaign: Campaign): Promise<'added' | 'id_taken'>;
  get(userId: number, campaignId: number): Promise<Campaign | undefined>;
  /** Oldest first. */
  list(userId: number): Promise<Campaign[]>;
}
