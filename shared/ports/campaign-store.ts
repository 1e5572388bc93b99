import type { Campaign } from '#shared/domain/campaign/campaign.ts';

export interface CampaignKey {
  userId: number;
  campaignId: number;
}

/** Campaigns of users. One that is being deleted is gone for everybody but those who empty it. */
export interface CampaignStore {
  add(campaign: Campaign): Promise<'added' | 'id_taken'>;
  get(userId: number, campaignId: number): Promise<Campaign | undefined>;
  /** Oldest first. */
  list(userId: number): Promise<Campaign[]>;
  /**
   * Replaces the campaign if it still has the version that `before` had.
   * `conflict`: somebody else changed or deleted it in between; load it again.
   */
  replace(before: Campaign, after: Campaign): Promise<'replaced' | 'conflict'>;
  /** Every campaign that is in progress, of all users; among them such as are being deleted. */
  listInProgress(): Promise<CampaignKey[]>;
  /** Hides the campaign from `get` and `list` and refuses to replace it, from now on. Again: `marked` until it is removed. */
  markDeleted(userId: number, campaignId: number): Promise<'marked' | 'not_found'>;
  /** The ids of campaigns that are marked as deleted and not removed yet. */
  listDeleted(userId: number): Promise<number[]>;
  /** Removes a campaign that is marked as deleted; any other one stays. */
  remove(userId: number, campaignId: number): Promise<void>;
}
