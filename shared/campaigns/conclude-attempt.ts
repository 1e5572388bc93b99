import type { Call, CallBody } from '#shared/calls/call.ts';
import { suspendCampaign } from '#shared/campaigns/campaign-status.ts';
import type { Campaign, CampaignStore } from '#shared/campaigns/campaign.ts';
import { isTripped, outcomeWindowStart, observedSince, type DialerStore } from '#shared/campaigns/dialler.ts';
import type { DoNotCallStore } from '#shared/campaigns/do-not-call.ts';
import {
  attemptOutcome,
  closeLead,
  clearAttempt,
  recordMissedAttempt,
  reschedule,
  type AttemptOutcome,
} from '#shared/campaigns/lead-life.ts';
import type { LeadStore } from '#shared/campaigns/lead-store.ts';
import type { Lead, LeadStatus } from '#shared/campaigns/lead.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface ConcludeAttemptDeps {
  campaigns: CampaignStore;
  leads: LeadStore;
  dialer: DialerStore;
  doNotCall: DoNotCallStore;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/** Of all who change one lead at once at least one gets through per round. */
const MAX_ROUNDS = 100;

/**
 * Tells the lead what its call, which is settled, has come to, once; then the campaign goes on. Gives what became of the
 * lead; undefined when the call is for none, or the lead is gone.
 */
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
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const before = await deps.leads.get(call.userId, leadId);
    // Told before: by an earlier run of this, or the lead has gone on since.
    if (before?.dialing.callId !== call.id) return before?.status;
    const after = leadAfterCall(before, call, about, deps);
    // Before the lead is written, so that no crash can leave one that nobody is woken for.
    if (after.dialing.nextAttemptAt !== null) await wakeUp(after, after.dialing.nextAttemptAt, deps);
    if ((await deps.leads.replace(before, after)) !== 'replaced') continue;
    deps.metrics.count('AttemptFinished', { status: after.status });
    if (about.campaign && !call.notDialled) await countOutcome(call, about.campaign, deps);
    return after.status;
  }
  throw new Error(`the lead changed ${MAX_ROUNDS} times during its update from the call`);
}

function leadAfterCall(
  lead: Lead,
  call: Call,
  { campaign, evaluation, mustNotBeCalled }: Circumstances,
  deps: ConcludeAttemptDeps,
) {
  const now = deps.clock.now();
  // A secondary contact who did not say so in this call is passed over when the lead is due again.
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
  if (outcome.kind === 'reached') return closeLead(lead, 'completed', now);
  if (outcome.kind === 'not_attempted') return reschedule(lead, outcome.reason, now, now);
  const retryAt = Math.ceil((now + retryInMs) / 1000) * 1000;
  return recordMissedAttempt(lead, outcome.reason, { maxRetries: campaign.maxRetries, retryAt, now });
}

async function wakeUp({ userId, campaignId }: Lead, at: number, { timer, clock }: ConcludeAttemptDeps): Promise<void> {
  // What is due at once is seen by the run that every end of a call brings.
  if (at > clock.now()) await timer.at(at, 'dial-campaign', { userId, campaignId });
}

/** Stops a campaign most of whose calls the carrier fails to put through: more of them would only cost and annoy. */
async function countOutcome(call: Call, campaign: Campaign, deps: ConcludeAttemptDeps): Promise<void> {
  const { dialer, clock } = deps;
  const key = { userId: campaign.userId, campaignId: campaign.id };
  const isFailure = call.status === 'failed' && call.endedBy !== 'assistant';
  const minuteMs = clock.callMs(60);
  const span = outcomeWindowStart(clock.now(), minuteMs);
  await dialer.recordOutcome(key, span, isFailure);
  if (!isFailure || campaign.status !== 'in-progress') return;
  // What was before its user has started it again does not count against it.
  const since = Math.max(observedSince(span, minuteMs), campaign.updatedAt);
  if (isTripped(await dialer.outcomesSince(key, since))) await suspendCampaign(campaign, 'carrier_failures', deps);
}
