import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';

export function createMemoryCampaignStore(campaigns: Campaign[] = []): CampaignStore {
  const deleted = new Set<Campaign>();
  const find = (userId: number, campaignId: number) =>
    campaigns.find((campaign) => campaign.userId === userId && campaign.id === campaignId);
  const ofUser = (userId: number) =>
    campaigns.filter((campaign) => campaign.userId === userId).toSorted((one, other) => one.id - other.id);
  return {
    async add(campaign) {
      if (find(campaign.userId, campaign.id)) return 'id_taken';
      campaigns.push(structuredClone(campaign));
      return 'added';
    },
    async get(userId, campaignId) {
      const campaign = find(userId, campaignId);
      return campaign && deleted.has(campaign) ? undefined : structuredClone(campaign);
    },
    async list(userId) {
      return structuredClone(ofUser(userId).filter((campaign) => !deleted.has(campaign)));
    },
    async replace(before, after) {
      const current = find(before.userId, before.id);
      if (!current || deleted.has(current) || current.version !== before.version) return 'conflict';
      campaigns[campaigns.indexOf(current)] = structuredClone(after);
      return 'replaced';
    },
    async listInProgress() {
      const running = campaigns.filter((campaign) => campaign.status === 'in-progress');
      return running.map(({ userId, id: campaignId }) => ({ userId, campaignId }));
    },
    async markDeleted(userId, campaignId) {
      const campaign = find(userId, campaignId);
      if (!campaign) return 'not_found';
      deleted.add(campaign);
      return 'marked';
    },
    async listDeleted(userId) {
      return ofUser(userId)
        .filter((campaign) => deleted.has(campaign))
        .map(({ id }) => id);
    },
    async remove(userId, campaignId) {
      const campaign = find(userId, campaignId);
      if (!campaign || !deleted.delete(campaign)) return;
      campaigns.splice(campaigns.indexOf(campaign), 1);
    },
  };
}
