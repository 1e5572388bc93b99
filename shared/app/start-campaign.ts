import { changeCampaign, type ChangeCampaignDeps } from '#shared/app/change-campaign.ts';
import { wakeDialer } from '#shared/app/wake-dialer.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import { AppError } from '#shared/domain/errors/app-error.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';
import type { Queue } from '#shared/ports/queue.ts';
import type { WalletStore } from '#shared/ports/wallet-store.ts';

export interface StartCampaignDeps extends ChangeCampaignDeps {
  assistants: AssistantStore;
  wallets: WalletStore;
  queue: Queue;
}

/**
 * Starts a campaign, or starts it again after it was stopped or has come to its end, and tells the dialer. Its leads may come later.
 * Again while it runs is refused, and still tells the dialer: the first time may have died in between.
 * @throws AppError campaign_not_found, campaign_running, campaign_without_assistant, insufficient_campaign_balance
 */
export async function startCampaign(
  input: { userId: number; campaignId: number },
  deps: StartCampaignDeps,
): Promise<Campaign> {
  const started = await changeCampaign(input, deps, async (campaign) => {
    if (campaign.status === 'in-progress') return undefined;
    await refuseUnready(campaign, deps);
    return { status: 'in-progress', stoppedReason: null };
  });
  await wakeDialer(input, deps.queue);
  if (started === 'unchanged') throw new AppError('campaign_running');
  return started;
}

async function refuseUnready({ userId, assistantId }: Campaign, deps: StartCampaignDeps) {
  const [assistant, wallet] = await Promise.all([
    assistantId === null ? undefined : deps.assistants.get(userId, assistantId),
    deps.wallets.get(userId),
  ]);
  if (assistant?.type !== 'outbound' || assistant.status !== 'active') throw new AppError('campaign_without_assistant');
  if ((wallet?.available ?? 0) <= 0) throw new AppError('insufficient_campaign_balance');
}
