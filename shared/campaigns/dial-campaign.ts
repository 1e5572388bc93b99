import { DEFAULT_CALLS_ALLOWED } from '#shared/accounts/account.ts';
import { isFinal, type Call } from '#shared/calls/call.ts';
import { queueFinish } from '#shared/calls/track-call.ts';
import { callLead, type DialRun } from '#shared/campaigns/call-lead.ts';
import { completeCampaign, stopCampaign } from '#shared/campaigns/campaign-status.ts';
import type { Campaign, CampaignKey } from '#shared/campaigns/campaign.ts';
import { freeLines, type DialerDeps, type LineLimits } from '#shared/campaigns/dialler.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { mendCampaign, wasBegunLongAgo } from '#shared/campaigns/reconcile-campaigns.ts';
import { findCallers, giveBack } from '#shared/campaigns/start-lead-call.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';

/** One run moves or calls so many leads at most; the rest is for the next one. */
const LEADS_A_RUN = 100;
/** Looked at beyond the free lines, so that leads that cannot be called now do not hold up those behind them. */
const LEADS_BEYOND = 10;

/**
 * Fills the free lines of a user with calls to leads that are due. It runs whenever that may have changed: a campaign starts,
 * a lead is added, a call ends, an hour strikes. Running it too often does nothing, and of several at once one does the work.
 * @throws RetryLater while calls of a stopped campaign are on their way to the carrier
 */
export async function dialCampaign(message: QueueMessage<'dial-campaign'>, deps: DialerDeps): Promise<void> {
  const { userId, campaignId, endedCallId } = message;
  if (endedCallId !== undefined) await deps.dialer.freeLine(userId, endedCallId);
  const campaign = await deps.campaigns.get(userId, campaignId);
  if (campaign?.status !== 'in-progress') await abortCampaignCalls({ userId, campaignId }, deps);
  else if (message.mend === true) await mendCampaign(campaign, deps);
  await fillInTurn(userId, deps);
}

/** A worker has 60 s; a run that takes longer is gone on with by the next message. */
const RUN_MS = 60_000;
const LONGEST_LOOK_MS = 35_000;

/** One run at a time fills a user's lines, because two would only take them from each other. */
async function fillInTurn(userId: number, deps: DialerDeps): Promise<void> {
  const startedAt = deps.clock.now();
  let ticket = await deps.dialer.startRun(userId, startedAt, startedAt + RUN_MS);
  try {
    while (ticket !== undefined) {
      await fillAll(userId, ticket, deps);
      ticket = await deps.dialer.endRun(userId, ticket);
      if (ticket !== undefined && deps.clock.now() - startedAt > LONGEST_LOOK_MS) throw new RetryLater('it goes on', 0);
    }
  } finally {
    while (ticket !== undefined) ticket = await deps.dialer.endRun(userId, ticket);
  }
}

async function fillAll(userId: number, ticket: number, deps: DialerDeps): Promise<void> {
  const [user, campaigns] = await Promise.all([deps.users.get(userId), deps.campaigns.list(userId)]);
  const perUser = user?.callsAllowed ?? DEFAULT_CALLS_ALLOWED;
  const running = campaigns.filter(({ status }) => status === 'in-progress');
  for (const campaign of rotated(running, ticket)) await fillLines(campaign, perUser, deps);
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

/** Another one first every time, so that campaigns which share the lines of their user take turns. */
function rotated(campaigns: Campaign[], ticket: number): Campaign[] {
  const first = campaigns.length === 0 ? 0 : ticket % campaigns.length;
  return [...campaigns.slice(first), ...campaigns.slice(0, first)];
}

/** Until the carrier has answered whether it took a call. */
const LOOK_AGAIN_SECONDS = 2;

/**
 * Ends the calls of a campaign that was stopped or deleted: those that wait are not dialled, those that ring or talk are
 * hung up. Whoever had not answered yet is called again when the campaign goes on, and nothing is counted.
 * @throws RetryLater while it is not known whether the carrier has taken one of them
 */
export async function abortCampaignCalls({ userId, campaignId }: CampaignKey, deps: DialerDeps): Promise<void> {
  const { lines } = await deps.dialer.lines(userId);
  let isUnclear = false;
  for (const { callId } of lines.filter((line) => line.campaignId === campaignId)) {
    const call = await deps.calls.get({ userId, callId });
    if (call && !(await abort(call, deps))) isUnclear = true;
  }
  await giveBackUnbegun({ userId, campaignId }, deps);
  if (isUnclear) throw new RetryLater('a call is on its way to the carrier', LOOK_AGAIN_SECONDS);
}

/** False when it must be looked at again. */
async function abort(call: Call, deps: DialerDeps): Promise<boolean> {
  const key = { userId: call.userId, callId: call.id };
  if (call.status === 'ended' || isFinal(call.status)) return true;
  if (call.claimedAt === null) {
    const cancelled = await deps.calls.cancelDialling(key, 'campaign_stopped', deps.clock.now());
    if (cancelled) await queueFinish(key, cancelled.status, deps.queue);
    return cancelled !== undefined;
  }
  if (call.carrierCallId === null) return false;
  await deps.calls.noteEndedBy(key, 'assistant');
  await deps.carrier.hangUp(call.carrierCallId);
  return true;
}

/** An attempt whose call was never made: whoever had begun it has died. */
async function giveBackUnbegun({ userId, campaignId }: CampaignKey, deps: DialerDeps): Promise<void> {
  for (const leadId of await deps.leads.listIds(userId, campaignId, 'processing')) {
    const lead = await deps.leads.get(userId, leadId);
    if (lead?.status !== 'processing' || lead.dialing.callId === null) continue;
    const call = await deps.calls.get({ userId, callId: lead.dialing.callId });
    if (!call && wasBegunLongAgo(lead.dialing.callId, deps.clock.now())) await giveBack(lead, deps);
  }
}
