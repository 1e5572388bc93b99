import { requireCampaign } from '#shared/app/create-lead.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { Clock } from '#shared/ports/clock.ts';

export interface ChangeCampaignDeps {
  campaigns: CampaignStore;
  clock: Clock;
}

export type CampaignChange = Partial<Pick<Campaign, 'status' | 'stoppedReason'>>;

/** Of all who change one campaign at once at least one gets through per round, so so many can be at it at once. */
const MAX_ROUNDS = 100;

/**
 * Applies what `decide` gives for the campaign as it is; starts over when somebody else changed it in between.
 * `unchanged`: there was nothing to change.
 * @throws AppError campaign_not_found, and whatever `decide` throws
 */
export async function changeCampaign(
  { userId, campaignId }: { userId: number; campaignId: number },
  { campaigns, clock }: ChangeCampaignDeps,
  decide: (campaign: Campaign) => Promise<CampaignChange | undefined>,
): Promise<Campaign | 'unchanged'> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const before = await requireCampaign(userId, campaignId, campaigns);
    const change = await decide(before);
    if (!change) return 'unchanged';
    const after = { ...before, ...change, updatedAt: clock.now(), version: before.version + 1 };
    if ((await campaigns.replace(before, after)) === 'replaced') return after;
  }
  throw new Error(`the campaign changed ${MAX_ROUNDS} times while it was being changed`);
}
