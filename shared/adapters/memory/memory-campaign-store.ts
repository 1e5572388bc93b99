import type { Campaign } from '#shared/domain/account/account.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';

export function createMemoryCampaignStore(campaigns: Campaign[] = []): CampaignStore {
  const find = (userId: number, campaignId: number) =>
    campaigns.find((campaign) => campaign.userId === userId && campaign.id === campaignId);
  return {
    async add(campaign) {
      if (find(campaign.userId, campaign.id)) return 'id_taken';
      campaigns.push(structuredClone(campaign));
      return 'added';
    },
    async get(userId, campaignId) {
      return structuredClone(find(userId, campaignId));
    },
    async list(userId) {
      const own = campaigns.filter((campaign) => campaign.userId === userId);
      return structuredClone(own.toSorted((one, other) => one.id - other.id));
    },
  };
}
