import type { WalletStore } from '#shared/accounts/account.ts';
import type { AssistantStore } from '#shared/assistants/assistant-store.ts';
import type { Campaign, CampaignStore } from '#shared/campaigns/campaign.ts';
import { requireCampaign } from '#shared/campaigns/create-lead.ts';
import { wakeDialer, type DialerDeps } from '#shared/campaigns/dialler.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';

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

export interface StopCampaignDeps extends ChangeCampaignDeps {
  queue: Queue;
}

/**
 * Stops a running campaign because its user wants it: it calls nobody from now on, and the dialer ends what it is calling.
 * One that is stopped already is refused, and the dialer still told: the first time may have died in between.
 * @throws AppError campaign_not_found, campaign_not_running
 */
export async function stopCampaign(
  input: { userId: number; campaignId: number },
  deps: StopCampaignDeps,
): Promise<Campaign> {
  const stopped = await changeCampaign(input, deps, async (campaign) =>
    campaign.status === 'in-progress' ? { status: 'stopped', stoppedReason: null } : undefined,
  );
  await wakeDialer(input, deps.queue);
  if (stopped === 'unchanged') throw new AppError('campaign_not_running');
  return stopped;
}

/** Why the service itself stops a campaign. Nothing is lost by it: its user starts it again. */
export type StopReason = 'insufficient_balance' | 'no_caller_number' | 'assistant_unusable' | 'carrier_failures';

export interface SuspendCampaignDeps {
  campaigns: CampaignStore;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/** Stops a campaign that cannot go on, and says why. One that its user has stopped or started meanwhile is left alone. */
export async function suspendCampaign(
  campaign: Campaign,
  reason: StopReason,
  deps: SuspendCampaignDeps,
): Promise<void> {
  const { id: campaignId, userId } = campaign;
  const stopped = { status: 'stopped', stoppedReason: reason, updatedAt: deps.clock.now() } as const;
  const outcome = await deps.campaigns.replace(campaign, { ...campaign, ...stopped, version: campaign.version + 1 });
  if (outcome === 'conflict') return;
  deps.metrics.count('CampaignStopped', { reason });
  deps.logger.warn('campaign suspended', { userId, campaignId, reason });
}

/**
 * Ends a campaign that has called all its leads, if it wants to end by itself. One without any leads waits for the first.
 * A lead that was added at the same moment is seen afterwards, and the campaign goes on.
 */
export async function completeCampaign(campaign: Campaign, deps: DialerDeps): Promise<void> {
  const { userId, id: campaignId } = campaign;
  if (!campaign.markCompleteWhenNoLeads || !(await isDone(campaign, deps))) return;
  const completed = next(campaign, 'completed', deps.clock.now());
  if ((await deps.campaigns.replace(campaign, completed)) === 'conflict') return;
  if (await isDone(campaign, deps)) {
    deps.metrics.count('CampaignCompleted');
    deps.logger.info('campaign completed', { userId, campaignId });
    return;
  }
  await deps.campaigns.replace(completed, next(completed, 'in-progress', deps.clock.now()));
  await deps.queue.send('dial-campaign', { userId, campaignId }, { groupId: String(userId) });
}

async function isDone({ userId, id }: Campaign, { leads }: DialerDeps): Promise<boolean> {
  const { isCalling, nextAttemptAt, hasFinished } = await leads.campaignProgress(userId, id);
  return !isCalling && nextAttemptAt === null && hasFinished;
}

function next(campaign: Campaign, status: 'completed' | 'in-progress', updatedAt: number): Campaign {
  return { ...campaign, status, stoppedReason: null, updatedAt, version: campaign.version + 1 };
}

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
