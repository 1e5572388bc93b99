import { requireCampaign, type Campaign, type CampaignKey } from '#shared/campaigns/campaign.ts';
import { wakeDialer, type CampaignDeps, type DialerDeps } from '#shared/campaigns/dialler.ts';
import { warnOfStart, type MissingVariablesDeps, type StartWarning } from '#shared/campaigns/missing-variables.ts';
import { AppError } from '#shared/platform/errors.ts';
import { inRounds } from '#shared/platform/table/table.ts';

export type StartCampaignDeps = StopCampaignDeps &
  Pick<CampaignDeps, 'assistants' | 'wallets'> &
  Pick<MissingVariablesDeps, 'leads'>;
type StopCampaignDeps = Pick<CampaignDeps, 'campaigns' | 'queue' | 'clock'>;

/**
 * Starts or restarts a campaign, and warns of leads without a value. Also wakes the dialler of a running one: an earlier request may have
 * crashed before.
 * @throws AppError campaign_not_found, campaign_running, campaign_without_assistant, insufficient_campaign_balance
 */
export async function startCampaign(input: CampaignKey, deps: StartCampaignDeps): Promise<StartWarning | undefined> {
  let warning: StartWarning | undefined;
  const started = await changeCampaign(input, deps, async (campaign) => {
    if (campaign.status === 'in-progress') return undefined;
    warning = await warnOfStart(input, await requireReady(campaign, deps), deps);
    return { status: 'in-progress', stoppedReason: null, hangsUp: false };
  });
  await wakeDialer(input, deps.queue);
  if (started === 'unchanged') throw new AppError('campaign_running');
  return warning;
}

async function requireReady({ userId, assistantId }: Campaign, deps: StartCampaignDeps) {
  const [assistant, wallet] = await Promise.all([
    assistantId === null ? undefined : deps.assistants.get(userId, assistantId),
    deps.wallets.get(userId),
  ]);
  if (assistant?.type !== 'outbound' || assistant.status !== 'active') throw new AppError('campaign_without_assistant');
  if ((wallet?.balance ?? 0) <= 0) throw new AppError('insufficient_campaign_balance');
  return assistant;
}

/**
 * The woken dialler takes back the calls that were not answered, and with `hangUp` ends the others. A stopped campaign can be stopped
 * again with `hangUp`. The dialler is woken even on a refusal: an earlier request may have crashed before.
 * @throws AppError campaign_not_found, campaign_not_running
 */
export async function stopCampaign(
  { hangUp, ...input }: CampaignKey & { hangUp: boolean },
  deps: StopCampaignDeps,
): Promise<Campaign> {
  const stopped = await changeCampaign(input, deps, async ({ status, stoppedReason, hangsUp }) => {
    if (status === 'in-progress') return { status: 'stopped', stoppedReason: null, hangsUp: hangUp };
    return status === 'stopped' && hangUp && !hangsUp ? { status, stoppedReason, hangsUp: true } : undefined;
  });
  await wakeDialer(input, deps.queue);
  if (stopped === 'unchanged') throw new AppError('campaign_not_running');
  return stopped;
}

type CampaignChange = Pick<Campaign, 'status' | 'stoppedReason' | 'hangsUp'>;

/** @throws AppError campaign_not_found, and the errors of `decide` */
async function changeCampaign(
  { userId, campaignId }: CampaignKey,
  { campaigns, clock }: Pick<CampaignDeps, 'campaigns' | 'clock'>,
  decide: (campaign: Campaign) => Promise<CampaignChange | undefined>,
): Promise<Campaign | 'unchanged'> {
  return inRounds('campaign', async () => {
    const before = await requireCampaign(userId, campaignId, campaigns);
    const change = await decide(before);
    if (!change) return 'unchanged';
    const after = { ...before, ...change, updatedAt: clock.now(), version: before.version + 1 };
    return (await campaigns.replace(before, after)) === 'replaced' ? after : 'again';
  });
}

export type StopReason =
  | 'insufficient_balance'
  | 'no_caller_number'
  | 'calling_hours'
  | 'assistant_unusable'
  | 'no_language_model'
  | 'model_failures'
  | 'carrier_failures';

export async function suspendCampaign(
  campaign: Campaign,
  reason: StopReason,
  deps: Pick<CampaignDeps, 'campaigns' | 'clock' | 'logger' | 'metrics'>,
): Promise<void> {
  const { id: campaignId, userId } = campaign;
  const stopped = { status: 'stopped', stoppedReason: reason, updatedAt: deps.clock.now() } as const;
  const outcome = await deps.campaigns.replace(campaign, { ...campaign, ...stopped, version: campaign.version + 1 });
  if (outcome === 'conflict') return;
  deps.metrics.count('CampaignStopped', { reason });
  // The other reasons are of its user.
  if (reason === 'carrier_failures' || reason === 'model_failures') deps.metrics.count('CampaignFailed', { reason });
  deps.logger.warn('campaign suspended', { userId, campaignId, reason });
}

/** Checks again after the write: a lead may have been added in between. A campaign without leads waits. */
export async function completeCampaign(campaign: Campaign, deps: DialerDeps): Promise<void> {
  const { userId, id: campaignId } = campaign;
  if (!campaign.markCompleteWhenNoLeads || !(await isDone(campaign, deps))) return;
  const completed = withStatus(campaign, 'completed', deps.clock.now());
  if ((await deps.campaigns.replace(campaign, completed)) === 'conflict') return;
  if (await isDone(campaign, deps)) {
    deps.metrics.count('CampaignCompleted');
    deps.logger.info('campaign completed', { userId, campaignId });
    return;
  }
  await deps.campaigns.replace(completed, withStatus(completed, 'in-progress', deps.clock.now()));
  await wakeDialer({ userId, campaignId }, deps.queue);
}

/** For a lead that came later, and for a completion that was killed before it checked again. */
export async function resumeIncomplete(campaign: Campaign, { campaigns, leads, clock }: DialerDeps): Promise<void> {
  const { userId, id: campaignId } = campaign;
  const [leadId] = await leads.listDue(userId, campaignId, clock.now(), 1);
  if (leadId === undefined) return;
  await campaigns.replace(campaign, withStatus(campaign, 'in-progress', clock.now()));
}

async function isDone({ userId, id }: Campaign, { leads }: DialerDeps): Promise<boolean> {
  const { isCalling, nextAttemptAt, hasFinished } = await leads.campaignProgress(userId, id);
  return !isCalling && nextAttemptAt === null && hasFinished;
}

function withStatus(campaign: Campaign, status: 'completed' | 'in-progress', updatedAt: number): Campaign {
  return { ...campaign, status, stoppedReason: null, hangsUp: false, updatedAt, version: campaign.version + 1 };
}
