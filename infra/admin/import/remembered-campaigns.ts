import type { CampaignStore } from '#shared/ports/campaign-store.ts';

const REMEMBERED_MS = 1000;

/** Asks for the one campaign of an import once a second, and not for every row. */
export function rememberedCampaigns(campaigns: CampaignStore, now: () => number = Date.now): CampaignStore {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: ReturnType<CampaignStore['get']> | undefined;
  return {
    ...campaigns,
    get(userId, campaignId) {
      if (answer && now() - askedAt < REMEMBERED_MS) return answer;
      askedAt = now();
      answer = campaigns.get(userId, campaignId);
      return answer;
    },
  };
}
