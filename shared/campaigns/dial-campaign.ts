import { DEFAULT_CALLS_ALLOWED, type User } from '#shared/accounts/account.ts';
import type { ReasonCode } from '#shared/calls/call-reasons.ts';
import { hasEnded, isFinal } from '#shared/calls/call-status.ts';
import { type Call, type CallKey } from '#shared/calls/call.ts';
import { needsFinishing, queueFinish } from '#shared/calls/track-call.ts';
import { continueLostAttempts, reconcileCampaign, isAttemptStale } from '#shared/campaigns/attempts.ts';
import { callLead, type DialRun } from '#shared/campaigns/call-lead.ts';
import { canOpen } from '#shared/campaigns/calling-hours.ts';
import { completeCampaign, resumeIncomplete, suspendCampaign } from '#shared/campaigns/campaign-status.ts';
import type { Campaign, CampaignKey } from '#shared/campaigns/campaign.ts';
import {
  countFreeSlots,
  wakeDialer,
  type CallSlot,
  type CallSlotLimits,
  type CallSlots,
  type DialerDeps,
} from '#shared/campaigns/dialler.ts';
import { makeDue } from '#shared/campaigns/lead-turn.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { loadCallerIdPool, requeueLead } from '#shared/campaigns/start-lead-call.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import { leaseWork, type WorkLease } from '#shared/platform/work-lease.ts';

/**
 * Fills the user's free call slots with calls to due leads. Safe to run at any time.
 * @throws RetryLater while the carrier has not yet accepted, rejected or hung up a call that a stop takes back or ends
 */
export async function dialCampaign(message: QueueMessage<'dial-campaign'>, deps: DialerDeps): Promise<void> {
  const { userId, campaignId, endedCallId, leadId, takesOver } = message;
  if (takesOver !== undefined && !(await deps.dialer.isRunLost(userId, takesOver, deps.clock.now()))) return;
  if (leadId !== undefined) await makeDue(userId, leadId, deps);
  if (endedCallId !== undefined) await deps.dialer.releaseCallSlot(userId, endedCallId);
  const campaign = await deps.campaigns.get(userId, campaignId);
  if (campaign?.status !== 'in-progress') await stopCampaignCalls({ userId, campaignId }, campaign, deps);
  if (campaign?.status === 'completed') await resumeIncomplete(campaign, deps);
  try {
    if (takesOver !== undefined) await continueLostAttempts(userId, deps);
    if (campaign?.status === 'in-progress' && message.reconcile === true) await reconcileCampaign(campaign, deps);
  } finally {
    // An attempt that cannot be reconciled must not block the other leads.
    await fillSlotsExclusively({ userId, campaignId }, deps);
  }
}

/** By then the carrier has normally accepted or rejected the call. */
const RETRY_SECONDS = 2;

/** @throws RetryLater while the carrier has not settled a call */
async function stopCampaignCalls(
  { userId, campaignId }: CampaignKey,
  campaign: Campaign | undefined,
  deps: DialerDeps,
): Promise<void> {
  const { slots } = await deps.dialer.getCallSlots(userId);
  let isDone = true;
  for (const { callId } of slots.filter((slot) => slot.campaignId === campaignId)) {
    const call = await deps.calls.get({ userId, callId });
    if (call && !(await stopCall(call, campaign, deps))) isDone = false;
  }
  await requeueUnstarted({ userId, campaignId }, deps);
  if (!isDone) throw new RetryLater('a call of a stopped campaign may still be live', RETRY_SECONDS);
}

/** Customers who have answered talk on, unless no model answers them or the user wants them hung up. False: look again. */
async function stopCall(call: Call, campaign: Campaign | undefined, deps: DialerDeps): Promise<boolean> {
  const key = { userId: call.userId, callId: call.id };
  if (hasEnded(call.status)) return true;
  if (call.claimedAt === null) {
    // Without a result it was claimed meanwhile, or this write was repeated after its answer was lost.
    const after =
      (await deps.calls.cancelDialling(key, 'campaign_stopped', deps.clock.now())) ?? (await deps.calls.get(key));
    if (after && needsFinishing(after)) await queueFinish(key, after.status, deps.queue);
    return after === undefined || isFinal(after.status);
  }
  if (campaign && mayRing(campaign)) return true;
  if (call.carrierCallId === null) return false;
  if (call.answeredAt !== null && !hangsUpAnswered(campaign)) return true;
  await deps.calls.recordEndedBy(key, 'assistant', stopReason(campaign));
  return hangUp(key, call.carrierAccount, call.carrierCallId, deps);
}

function stopReason(campaign: Campaign | undefined): ReasonCode {
  if (campaign?.stoppedReason === 'model_failures') return 'models_failing';
  return campaign?.stoppedReason ? 'campaign_suspended' : 'campaign_stopped';
}

/** Paid by their holds when money ran out. A user may complete the last lead, and so the campaign, during its call. */
function mayRing({ status, stoppedReason, hangsUp }: Campaign): boolean {
  return !hangsUp && (status === 'completed' || stoppedReason === 'insufficient_balance');
}

function hangsUpAnswered(campaign: Campaign | undefined): boolean {
  return campaign !== undefined && (campaign.hangsUp || campaign.stoppedReason === 'model_failures');
}

/** A refusal of the carrier must not keep the other calls on the line. */
async function hangUp(key: CallKey, carrierAccount: string, carrierCallId: string, { carrier, logger }: DialerDeps) {
  try {
    await carrier(carrierAccount).hangUp(carrierCallId);
    return true;
  } catch (error) {
    logger.warn('hanging up a call failed', { ...key, reason: error instanceof Error ? error.message : 'unknown' });
    return false;
  }
}

async function requeueUnstarted({ userId, campaignId }: CampaignKey, deps: DialerDeps): Promise<void> {
  for (const leadId of await deps.leads.listIds(userId, campaignId, 'processing')) {
    const lead = await deps.leads.get(userId, leadId);
    if (lead?.status !== 'processing' || lead.dialing.callId === null) continue;
    const call = await deps.calls.get({ userId, callId: lead.dialing.callId });
    if (!call && isAttemptStale(lead.dialing.callId, deps.clock.now())) await requeueLead(lead, deps);
  }
}

/** The worker has 60 s. After this time a message continues the run. */
const MAX_RUN_MS = 35_000;
/** Wake-ups that come while a run releases its lock for the next message. */
const MOST_ASKED = 100;

/** If it is killed, a message that was sent before lets another run take over within seconds. */
async function fillSlotsExclusively({ userId, campaignId }: CampaignKey, deps: DialerDeps): Promise<void> {
  const { clock, dialer, queue } = deps;
  const startedAt = clock.now();
  const owner = deps.ids.uuid();
  let ticket: number | undefined;
  const work = leaseWork({
    clock,
    async lease(lease) {
      if (ticket !== undefined) return dialer.extendRun(userId, owner, lease);
      ticket = await dialer.startRun(userId, owner, lease);
      return ticket !== undefined;
    },
    startSuccessor: (delaySeconds) =>
      queue.send('dial-campaign', { userId, campaignId, takesOver: owner }, { groupId: String(userId), delaySeconds }),
  });
  if (!(await work.isHeld())) return;
  const checkTime = async () => {
    if (clock.now() - startedAt > MAX_RUN_MS) throw new RetryLater('more leads are due', 0);
    if (!(await work.isHeld())) throw new RetryLater('another run has taken over', 0);
  };
  try {
    while (ticket !== undefined) {
      await fillAllCampaigns(userId, { ticket, checkTime, work }, deps);
      ticket = await dialer.endRun(userId, owner, ticket);
      if (ticket !== undefined) await checkTime();
    }
  } finally {
    // A lock that stays expires.
    for (let asked = 0; ticket !== undefined && asked < MOST_ASKED; asked += 1) {
      ticket = await dialer.endRun(userId, owner, ticket);
    }
  }
}

interface Pass {
  ticket: number;
  /** @throws RetryLater if the run has taken too long, or another one has taken over */
  checkTime: () => Promise<void>;
  work: Pick<WorkLease, 'needsSuccessor' | 'ensureSuccessor'>;
}

async function fillAllCampaigns(userId: number, { ticket, ...pass }: Pass, deps: DialerDeps): Promise<void> {
  const [user, campaigns] = await Promise.all([deps.users.get(userId), deps.campaigns.list(userId)]);
  const perUser = user?.callsAllowed ?? DEFAULT_CALLS_ALLOWED;
  const running = campaigns.filter(({ status }) => status === 'in-progress');
  for (const campaign of rotated(running, ticket)) {
    await pass.checkTime();
    await fillSlots(campaign, { user, perUser, ...pass }, deps);
  }
}

/** So that the campaigns of a user share its call slots fairly. */
function rotated(campaigns: Campaign[], ticket: number): Campaign[] {
  const first = campaigns.length === 0 ? 0 : ticket % campaigns.length;
  return [...campaigns.slice(first), ...campaigns.slice(0, first)];
}

async function fillSlots(
  campaign: Campaign,
  { user, perUser, checkTime, work }: Omit<Pass, 'ticket'> & { user: User | undefined; perUser: number },
  deps: DialerDeps,
): Promise<void> {
  const { userId, id: campaignId, maxCallsInParallel: perCampaign } = campaign;
  const limits = { perCampaign, perUser };
  const now = deps.clock.now();
  const slots = await readOpenSlots(userId, deps);
  if (countFreeSlots(slots, campaignId, limits) === 0) return;
  const [first] = await deps.leads.listDue(userId, campaignId, now, 1);
  if (first === undefined) return completeCampaign(campaign, deps);
  // The hours of the service may have changed since the campaign was created.
  if (!canOpen(campaign, deps.callingHours)) return suspendCampaign(campaign, 'calling_hours', deps);
  const callerIds = await loadCallerIdPool(campaign, deps);
  if (typeof callerIds === 'string') return suspendCampaign(campaign, callerIds, deps);
  const run: DialRun = {
    campaign,
    callerIds: { ...callerIds, user },
    slots,
    wakeUps: new Set(),
    isStopped: false,
    checkTime,
  };
  // Before the first attempt: what a killed run has begun blocks a slot.
  work.needsSuccessor = true;
  await work.ensureSuccessor();
  await callDueLeads(run, limits, deps);
}

/** Releases the slots of calls that ended without a report. */
async function readOpenSlots(userId: number, { dialer, calls, clock }: DialerDeps): Promise<CallSlots> {
  const { slots, version } = await dialer.getCallSlots(userId);
  const open: CallSlot[] = [];
  for (const slot of slots) {
    const { callId, expiresAt } = slot;
    const isOver = expiresAt <= clock.now() && ((await calls.get({ userId, callId }))?.hold ?? 0) === 0;
    if (isOver) await dialer.releaseCallSlot(userId, callId);
    else open.push(slot);
  }
  return { slots: open, version };
}

const MAX_LEADS_PER_RUN = 100;
/** So that leads that cannot be called now do not block the ones behind them. */
const EXTRA_LEADS = 10;

async function callDueLeads(run: DialRun, limits: CallSlotLimits, deps: DialerDeps): Promise<void> {
  const { userId, id: campaignId } = run.campaign;
  const free = () => countFreeSlots(run.slots, campaignId, limits);
  let left = MAX_LEADS_PER_RUN;
  while (free() > 0) {
    const due = await deps.leads.listDue(userId, campaignId, deps.clock.now(), free() + EXTRA_LEADS);
    if (due.length === 0) return completeCampaign(run.campaign, deps);
    const before = left;
    for (const leadId of due) {
      if (free() === 0 || run.isStopped) return;
      if (left === 0) return wakeDialer({ userId, campaignId }, deps.queue);
      await run.checkTime();
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
