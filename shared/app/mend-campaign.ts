import { needsFinishing, queueFinish } from '#shared/app/apply-carrier-progress.ts';
import { concludeAttempt } from '#shared/app/conclude-attempt.ts';
import type { DialerDeps } from '#shared/app/dialer-deps.ts';
import { findCallers, giveBack, queueLeadCall, startLeadCall } from '#shared/app/start-lead-call.ts';
import { isFinal } from '#shared/domain/call/call-status.ts';
import type { Call } from '#shared/domain/call/call.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import { recordIdTime } from '#shared/domain/ids/record-id.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';

/** Longer than a worker that has begun an attempt lives. */
const LONG_AGO_MS = 90_000;

/** Whether the worker that drew this id for an attempt is certainly done with it, or dead. */
export function wasBegunLongAgo(callId: number, now: number): boolean {
  return now - recordIdTime(callId) > LONG_AGO_MS;
}

/**
 * Takes up what a crash has left: attempts that were begun and whose call was not made, not queued, or not told to the lead.
 * Calls that run are left to the watch that every call has.
 */
export async function mendCampaign(campaign: Campaign, deps: DialerDeps): Promise<void> {
  const { userId, id: campaignId } = campaign;
  for (const leadId of await deps.leads.listIds(userId, campaignId, 'processing')) {
    const lead = await deps.leads.get(userId, leadId);
    const callId = lead?.dialing.callId ?? null;
    if (lead?.status !== 'processing' || callId === null || !wasBegunLongAgo(callId, deps.clock.now())) continue;
    const call = await deps.calls.get({ userId, callId });
    await (call?.leadId === lead.id ? mendCall(call, deps) : makeCall(lead, campaign, deps));
  }
}

async function mendCall(call: Call, deps: DialerDeps): Promise<void> {
  const key = { userId: call.userId, callId: call.id };
  if (needsFinishing(call)) await queueFinish(key, call.status, deps.queue);
  else if (isFinal(call.status)) await concludeSettled(call, deps);
  else if (call.status === 'initiated' && call.claimedAt === null) await queueLeadCall(call, deps);
}

async function concludeSettled(call: Call, deps: DialerDeps): Promise<void> {
  const body = await deps.calls.getBody({ userId: call.userId, callId: call.id });
  await concludeAttempt(call, body?.evaluation ?? {}, deps);
}

async function makeCall(lead: Lead, campaign: Campaign, deps: DialerDeps): Promise<void> {
  deps.metrics.count('AttemptMended');
  deps.logger.warn('an attempt was begun and its call not made', { userId: lead.userId, leadId: lead.id });
  const callers = await findCallers(campaign, deps);
  if (typeof callers === 'string') await giveBack(lead, deps);
  else await startLeadCall(lead, campaign, callers, deps);
}
