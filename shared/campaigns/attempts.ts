import { endReasonOf } from '#shared/calls/call-end.ts';
import { isFinal } from '#shared/calls/call-status.ts';
import { type Call, type CallBody } from '#shared/calls/call.ts';
import type { LeadStatus } from '#shared/calls/called-lead.ts';
import { waitingAccounts, wakePumps } from '#shared/calls/dial-queue.ts';
import { needsFinishing, queueFinish } from '#shared/calls/track-call.ts';
import { suspendCampaign } from '#shared/campaigns/campaign-status.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import {
  isTripped,
  observedSince,
  outcomeWindowStart,
  type CampaignDeps,
  type DialerDeps,
} from '#shared/campaigns/dialler.ts';
import {
  attemptOutcome,
  closeLead,
  clearAttempt,
  recordMissedAttempt,
  reschedule,
  wasNoAttempt,
  type AttemptOutcome,
} from '#shared/campaigns/lead-life.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { loadCallerIdPool, requeueLead, startLeadCall } from '#shared/campaigns/start-lead-call.ts';
import { recordIdTime } from '#shared/platform/ids.ts';
import { inRounds } from '#shared/platform/table/table.ts';
import type { WorkerShare } from '#shared/platform/timer/timer.ts';

export type ConcludeAttemptDeps = Pick<
  CampaignDeps,
  'campaigns' | 'leads' | 'dialer' | 'numberLines' | 'doNotCall' | 'queue' | 'timer' | 'clock' | 'logger' | 'metrics'
>;

/** Updates the lead once and wakes the dialler. Undefined: the call has no lead, or the lead was removed. */
export async function concludeAttempt(
  call: Call,
  evaluation: CallBody['evaluation'],
  deps: ConcludeAttemptDeps,
): Promise<LeadStatus | undefined> {
  const { userId, campaignId, leadId } = call;
  if (campaignId === null || leadId === undefined) return undefined;
  const [campaign, mustNotBeCalled] = await Promise.all([
    deps.campaigns.get(userId, campaignId),
    deps.doNotCall.has(userId, call.clientPhoneNumber),
  ]);
  if (wasNoAttempt(call)) await deps.numberLines.uncount(call);
  const status = await updateLeadFromCall(call, leadId, { campaign, evaluation, mustNotBeCalled }, deps);
  const message = { userId, campaignId, endedCallId: call.id };
  await deps.queue.send('dial-campaign', message, { groupId: String(userId) });
  return status;
}

interface Circumstances {
  campaign: Campaign | undefined;
  evaluation: CallBody['evaluation'];
  mustNotBeCalled: boolean;
}

async function updateLeadFromCall(call: Call, leadId: number, about: Circumstances, deps: ConcludeAttemptDeps) {
  return inRounds('lead', async () => {
    const before = await deps.leads.get(call.userId, leadId);
    if (before?.dialing.callId !== call.id) return before?.status;
    const after = leadAfterCall(before, call, about, deps);
    // Before the lead is written: a crash in between must not leave a lead without a timer.
    if (after.dialing.nextAttemptAt !== null) await wakeUp(after, after.dialing.nextAttemptAt, deps);
    if ((await deps.leads.replace(before, after)) !== 'replaced') return 'again';
    deps.metrics.count('AttemptFinished', { status: after.status });
    if (about.campaign && !call.notDialled) await countOutcome(call, about.campaign, deps);
    return after.status;
  });
}

function leadAfterCall(
  lead: Lead,
  call: Call,
  { campaign, evaluation, mustNotBeCalled }: Circumstances,
  deps: ConcludeAttemptDeps,
) {
  const now = deps.clock.now();
  // One that opted out before the call is passed over at the next attempt. The lead stays open.
  if (mustNotBeCalled && (lead.dialing.contactId === null || call.answeredAt !== null)) {
    return closeLead(lead, 'blacklisted', now);
  }
  if (lead.status !== 'processing') return clearAttempt(lead, now);
  if (!campaign) return reschedule(lead, 'campaign_stopped', now, now);
  const outcome = attemptOutcome(call, evaluation, campaign);
  return afterOutcome(lead, outcome, {
    campaign,
    now,
    retryInMs: deps.clock.callMs(campaign.retryIntervalMinutes * 60),
  });
}

function afterOutcome(
  lead: Lead,
  outcome: AttemptOutcome,
  { campaign, now, retryInMs }: { campaign: Campaign; now: number; retryInMs: number },
): Lead {
  if (outcome.kind === 'reached') return closeLead(lead, 'completed', now, outcome.reason);
  if (outcome.kind === 'not_attempted') return reschedule(lead, outcome.reason, now, now);
  const retryAt = Math.ceil((now + retryInMs) / 1000) * 1000;
  return recordMissedAttempt(lead, outcome.reason, { maxRetries: campaign.maxRetries, retryAt, now });
}

async function wakeUp({ userId, campaignId }: Lead, at: number, { timer, clock }: ConcludeAttemptDeps): Promise<void> {
  // The end of the call wakes the dialler for a lead that is due now.
  if (at > clock.now()) await timer.at(at, 'dial-campaign', { userId, campaignId });
}

/** Suspends the campaign if too many of its calls fail at the carrier or at the language model. */
async function countOutcome(call: Call, campaign: Campaign, deps: ConcludeAttemptDeps): Promise<void> {
  const { dialer, clock } = deps;
  const key = { userId: campaign.userId, campaignId: campaign.id };
  const hasNoModel = endReasonOf(call) === 'model_failed';
  const isFailure = hasNoModel || (call.status === 'failed' && call.endedBy !== 'assistant');
  const minuteMs = clock.callMs(60);
  const windowStart = outcomeWindowStart(clock.now(), minuteMs);
  // Failures before the last start by the user do not count: its minute is counted in two parts.
  await dialer.recordOutcome(key, Math.max(windowStart, campaign.updatedAt), isFailure);
  if (!isFailure || campaign.status !== 'in-progress') return;
  const since = Math.max(observedSince(windowStart, minuteMs), campaign.updatedAt);
  if (!isTripped(await dialer.outcomesSince(key, since))) return;
  await suspendCampaign(campaign, hasNoModel ? 'model_failures' : 'carrier_failures', deps);
}

export type ReconcileCampaignsDeps = Pick<CampaignDeps, 'campaigns' | 'dialQueue' | 'queue' | 'clock' | 'metrics'>;

const SENDS_AT_ONCE = 25;

/** Finds nothing to do unless a worker crashed. The first worker also wakes a pump if calls wait. */
export async function reconcileCampaigns(share: WorkerShare, deps: ReconcileCampaignsDeps): Promise<void> {
  const { campaigns, dialQueue, queue, clock, metrics } = deps;
  const running = await campaigns.listInProgress(share);
  for (let start = 0; start < running.length; start += SENDS_AT_ONCE) {
    const sent = running
      .slice(start, start + SENDS_AT_ONCE)
      .map((key) => queue.send('dial-campaign', { ...key, reconcile: true }, { groupId: String(key.userId) }));
    await Promise.all(sent);
  }
  const accounts = share.worker > 0 ? [] : await waitingAccounts(dialQueue, clock.now());
  if (accounts.length === 0) return;
  // A pump starts the next one, so at most an instant is without any.
  const arePumped = await Promise.all(accounts.map((account) => dialQueue.hasPump(account, clock.now())));
  if (arePumped.includes(false)) metrics.count('CallNotDialled', { cause: 'no_pump' });
  await wakePumps(queue, 'schedule');
}

/**
 * Continues attempts of crashed workers. Waiting calls are on the dial queue, dialled ones have a watchdog.
 * @throws AggregateError if some attempts failed, after all the others
 */
export async function reconcileCampaign(campaign: Campaign, deps: DialerDeps): Promise<void> {
  const { userId, id: campaignId } = campaign;
  const errors: unknown[] = [];
  for (const leadId of await deps.leads.listIds(userId, campaignId, 'processing')) {
    try {
      await reconcileLead(leadId, campaign, deps);
    } catch (error) {
      errors.push(error);
      deps.logger.error('campaign attempt could not be reconciled', { userId, campaignId, leadId, error });
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} attempts could not be reconciled`);
}

/**
 * Makes the calls of attempts whose run was killed: they have slots, and no call. Should that run be alive, both make the same call. An
 * attempt that cannot go on is left to `reconcileCampaign`, when no run makes its call any more.
 */
export async function continueLostAttempts(userId: number, deps: DialerDeps): Promise<void> {
  const { slots } = await deps.dialer.getCallSlots(userId);
  const found = await Promise.all(
    slots.map(async (slot) => ((await deps.calls.get({ userId, callId: slot.callId })) ? [] : [slot.campaignId])),
  );
  for (const campaignId of new Set(found.flat())) {
    const campaign = await deps.campaigns.get(userId, campaignId);
    if (campaign?.status === 'in-progress') await reconcileCampaign(campaign, { ...deps, isTakingOver: true });
  }
}

async function reconcileLead(leadId: number, campaign: Campaign, deps: DialerDeps): Promise<void> {
  const { userId } = campaign;
  const lead = await deps.leads.get(userId, leadId);
  const callId = lead?.dialing.callId ?? null;
  if (lead?.status !== 'processing' || callId === null) return;
  if (deps.isTakingOver !== true && !isAttemptStale(callId, deps.clock.now())) return;
  const call = await deps.calls.get({ userId, callId });
  await (call?.leadId === lead.id ? reconcileCall(call, deps) : makeMissingCall(lead, campaign, deps));
}

/** Longer than the 60 s for which the worker that started the attempt may run. */
const STALE_MS = 90_000;

export function isAttemptStale(callId: number, now: number): boolean {
  return now - recordIdTime(callId) > STALE_MS;
}

async function reconcileCall(call: Call, deps: DialerDeps): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  if (needsFinishing(call)) await queueFinish(key, call.status, deps.queue);
  else if (isFinal(call.status)) await concludeSettled(call, deps);
}

async function concludeSettled(call: Call, deps: DialerDeps): Promise<void> {
  const body = await deps.calls.getBody({ userId: call.userId, callId: call.id });
  await concludeAttempt(call, body?.evaluation ?? {}, deps);
}

async function makeMissingCall(lead: Lead, campaign: Campaign, deps: DialerDeps): Promise<void> {
  deps.metrics.count('AttemptReconciled');
  deps.logger.warn('campaign attempt has no call; making it now', { userId: lead.userId, leadId: lead.id });
  const callers = await loadCallerIdPool(campaign, deps);
  if (typeof callers === 'string') await requeueLead(lead, deps);
  else await startLeadCall(lead, campaign, callers, deps, true);
}
