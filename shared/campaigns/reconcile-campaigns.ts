import { isFinal, type Call } from '#shared/calls/call.ts';
import type { DialQueue } from '#shared/calls/dial-queue.ts';
import { needsFinishing, queueFinish } from '#shared/calls/track-call.ts';
import type { Campaign, CampaignStore } from '#shared/campaigns/campaign.ts';
import { concludeAttempt } from '#shared/campaigns/conclude-attempt.ts';
import type { DialerDeps } from '#shared/campaigns/dialler.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { loadCallerIdPool, requeueLead, queueLeadCall, startLeadCall } from '#shared/campaigns/start-lead-call.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { recordIdTime } from '#shared/platform/ids.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';

/** Longer than a worker that has begun an attempt lives. */
const LONG_AGO_MS = 90_000;

/** Whether the worker that drew this id for an attempt is certainly done with it, or dead. */
export function isAttemptStale(callId: number, now: number): boolean {
  return now - recordIdTime(callId) > LONG_AGO_MS;
}

/**
 * Takes up what a crash has left: attempts that were begun and whose call was not made, not queued, or not told to the lead.
 * Calls that run are left to the watch that every call has.
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

async function reconcileCall(call: Call, deps: DialerDeps): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  if (needsFinishing(call)) await queueFinish(key, call.status, deps.queue);
  else if (isFinal(call.status)) await concludeSettled(call, deps);
  else if (call.status === 'initiated' && call.claimedAt === null) await queueLeadCall(call, deps);
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

export interface ReconcileCampaignsDeps {
  campaigns: CampaignStore;
  dialQueue: DialQueue;
  queue: Queue;
  clock: Clock;
  logger: Logger;
}

const MAX_STRANDED = 50;

/**
 * Has every campaign in progress looked after, and calls that stand in the carrier's line although no turn is left for them
 * queued again. Campaigns do without it as long as nobody crashes.
 */
export async function reconcileCampaigns({
  campaigns,
  dialQueue,
  queue,
  clock,
  logger,
}: ReconcileCampaignsDeps): Promise<void> {
  for (const key of await campaigns.listInProgress()) {
    await queue.send('dial-campaign', { ...key, reconcile: true }, { groupId: String(key.userId) });
  }
  const orphans = await dialQueue.findStranded(clock.now(), MAX_STRANDED);
  for (const place of orphans) {
    const { userId, callId, priority } = place;
    await queue.send(
      'place-call',
      { userId, callId, ...(priority === 'campaign' && { lane: priority }) },
      { groupId: String(userId) },
    );
    await dialQueue.remove(place, false);
  }
  if (orphans.length > 0)
    logger.warn('dial queue entries without a dial slot were requeued', { orphans: orphans.length });
}
