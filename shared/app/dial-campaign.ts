import { abortCampaignCalls } from '#shared/app/abort-campaign-calls.ts';
import { callLead, type DialRun } from '#shared/app/call-lead.ts';
import type { DialerDeps } from '#shared/app/dialer-deps.ts';
import { completeCampaign } from '#shared/app/complete-campaign.ts';
import { mendCampaign } from '#shared/app/mend-campaign.ts';
import { findCallers } from '#shared/app/start-lead-call.ts';
import { stopCampaign } from '#shared/app/stop-campaign.ts';
import { DEFAULT_CALLS_ALLOWED } from '#shared/domain/account/account.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import { freeLines, type LineLimits } from '#shared/domain/campaign/lines.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';
import type { QueueMessage } from '#shared/messages/queue-messages.ts';

/** One run moves or calls so many leads at most; the rest is for the next one. */
const LEADS_A_RUN = 100;
/** Looked at beyond the free lines, so that leads that cannot be called now do not hold up those behind them. */
const LEADS_BEYOND = 10;

/**
 * Fills the free lines of a user with calls to leads that are due. It runs whenever that may have changed: a campaign starts,
 * a lead is added, a call ends, an hour strikes. Running it too often does nothing; two runs at once share the lines.
 * @throws RetryLater while calls of a stopped campaign are on their way to the carrier
 */
export async function dialCampaign(message: QueueMessage<'dial-campaign'>, deps: DialerDeps): Promise<void> {
  const { userId, campaignId, endedCallId } = message;
  if (endedCallId !== undefined) await deps.dialer.freeLine(userId, endedCallId);
  const running = (await deps.campaigns.list(userId)).filter(({ status }) => status === 'in-progress');
  const named = running.find(({ id }) => id === campaignId);
  if (!named) await abortCampaignCalls({ userId, campaignId }, deps);
  else if (message.mend === true) await mendCampaign(named, deps);
  const user = await deps.users.get(userId);
  const perUser = user?.callsAllowed ?? DEFAULT_CALLS_ALLOWED;
  // Whose call has ended goes last, so that campaigns of one user that share its lines take turns.
  const order = rotated(running, campaignId, endedCallId !== undefined);
  for (const campaign of order) await fillLines(campaign, perUser, deps);
}

async function fillLines(campaign: Campaign, perUser: number, deps: DialerDeps): Promise<void> {
  const { userId, id: campaignId, maxCallsInParallel: perCampaign } = campaign;
  const limits = { perCampaign, perUser };
  const now = deps.clock.now();
  const lines = await deps.dialer.lines(userId);
  if (freeLines(lines, campaignId, limits, now) === 0) return;
  const [first] = await deps.leads.listDue(userId, campaignId, now, 1);
  if (first === undefined) return completeCampaign(campaign, deps);
  const callers = await findCallers(campaign, deps);
  if (typeof callers === 'string') return stopCampaign(campaign, callers, deps);
  const run: DialRun = { campaign, callers, lines, wakeUps: new Set(), isStopped: false };
  await callDueLeads(run, limits, deps);
}

async function callDueLeads(run: DialRun, limits: LineLimits, deps: DialerDeps): Promise<void> {
  const { userId, id: campaignId } = run.campaign;
  const free = () => freeLines(run.lines, campaignId, limits, deps.clock.now());
  let left = LEADS_A_RUN;
  while (free() > 0) {
    const due = await deps.leads.listDue(userId, campaignId, deps.clock.now(), free() + LEADS_BEYOND);
    if (due.length === 0) return completeCampaign(run.campaign, deps);
    const before = left;
    for (const leadId of due) {
      if (free() === 0 || run.isStopped) return;
      if (left === 0) return deps.queue.send('dial-campaign', { userId, campaignId }, { groupId: String(userId) });
      const lead = await deps.leads.get(userId, leadId);
      if (!lead || !isDue(lead, campaignId, deps.clock.now())) continue;
      if ((await callLead(lead, run, deps)) !== 'skipped') left -= 1;
    }
    if (left === before) return;
  }
}

function isDue({ campaignId, status, dialing }: Lead, wanted: number, now: number): boolean {
  if (campaignId !== wanted) return false;
  return status === 'created' || (status === 'rescheduled' && (dialing.nextAttemptAt ?? 0) <= now);
}

function rotated(campaigns: Campaign[], campaignId: number, isLast: boolean): Campaign[] {
  const index = campaigns.findIndex(({ id }) => (isLast ? id > campaignId : id >= campaignId));
  return index <= 0 ? campaigns : [...campaigns.slice(index), ...campaigns.slice(0, index)];
}
