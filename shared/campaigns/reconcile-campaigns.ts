import { isFinal, type Call } from '#shared/calls/call.ts';
import { wakePump } from '#shared/calls/dial-queue.ts';
import { needsFinishing, queueFinish } from '#shared/calls/track-call.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import { concludeAttempt } from '#shared/campaigns/conclude-attempt.ts';
import type { CampaignDeps, DialerDeps } from '#shared/campaigns/dialler.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { loadCallerIdPool, requeueLead, startLeadCall } from '#shared/campaigns/start-lead-call.ts';
import type { WorkerShare } from '#shared/platform/timer/timer.ts';
import { recordIdTime } from '#shared/platform/ids.ts';

export type ReconcileCampaignsDeps = Pick<CampaignDeps, 'campaigns' | 'dialQueue' | 'queue' | 'clock' | 'metrics'>;

const SENDS_AT_ONCE = 25;

/**
 * Sends each campaign in progress of a worker's share to the dialler for reconciliation; the first worker wakes a pump if calls
 * wait. Finds nothing to do unless a worker crashed.
 */
export async function reconcileCampaigns(share: WorkerShare, deps: ReconcileCampaignsDeps): Promise<void> {
  const { campaigns, dialQueue, queue, clock, metrics } = deps;
  const running = await campaigns.listInProgress(share);
  for (let start = 0; start < running.length; start += SENDS_AT_ONCE) {
    const sent = running
      .slice(start, start + SENDS_AT_ONCE)
      .map((key) => queue.send('dial-campaign', { ...key, reconcile: true }, { groupId: String(key.userId) }));
    await Promise.all(sent);
  }
  if (share.worker > 0 || (await dialQueue.isEmpty())) return;
  // A pump starts the next one, so that at most an instant is without any.
  if (!(await dialQueue.isServed(clock.now()))) metrics.count('DialQueueStalled');
  await wakePump(queue, 'schedule');
}

/**
 * Continues the attempts of crashed workers: creates the missing call, or updates the lead from its settled call. A waiting
 * call is on the dial queue, and a dialled one has a watchdog.
 */
export async function reconcileCampaign(campaign: Campaign, deps: DialerDeps): Promise<void> {
  const { userId, id: campaignId } = campaign;
  for (const leadId of await deps.leads.listIds(userId, campaignId, 'processing')) {
    const lead = await deps.leads.get(userId, leadId);
    const callId = lead?.dialing.callId ?? null;
    if (lead?.status !== 'processing' || callId === null || !isAttemptStale(callId, deps.clock.now())) continue;
    const call = await deps.calls.get({ userId, callId });
    await (call?.leadId === lead.id ? reconcileCall(call, deps) : makeMissingCall(lead, campaign, deps));
  }
}

/** Longer than the 60 s that the worker may run which started the attempt. */
const STALE_MS = 90_000;

/** Whether the worker that drew this call id for an attempt has certainly ended. */
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
  else await startLeadCall(lead, campaign, callers, deps);
}
