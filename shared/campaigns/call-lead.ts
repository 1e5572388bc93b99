import type { Call } from '#shared/calls/call.ts';
import {
  zonesOfNumber,
  callingWindowAt,
  type DailyHours,
  type CallingWindow,
} from '#shared/campaigns/calling-hours.ts';
import type { Campaign, CampaignStore } from '#shared/campaigns/campaign.ts';
import { occupySlot, type DialerDeps, type CallSlots } from '#shared/campaigns/dialler.ts';
import type { DoNotCallStore } from '#shared/campaigns/do-not-call.ts';
import { startAttempt, closeLead, reschedule, tryNextNumber } from '#shared/campaigns/lead-life.ts';
import type { Lead, LeadReason } from '#shared/campaigns/lead.ts';
import {
  calledNumber,
  startLeadCall,
  startCallWatchdog,
  type CallerIdPool,
} from '#shared/campaigns/start-lead-call.ts';
import type { Clock } from '#shared/platform/clock.ts';

/** One round of calling for a campaign. */
export interface DialRun {
  campaign: Campaign;
  callerIds: CallerIdPool;
  slots: CallSlots;
  /** The moments at which this run has already asked to be woken. */
  wakeUps: Set<number>;
  /** The campaign cannot go on. */
  isStopped: boolean;
}

/**
 * A lease outlives the watch over its call, which closes the call five minutes after the longest time that it may take:
 * so much call time more.
 */
const LEASE_MARGIN_SECONDS = 900;

/**
 * Calls a lead that is due, or moves it out of the way: never to be called, or not now. `again`: somebody else was faster
 * with the lead or with the lines. `skipped`: it stays as it is, because its last call still runs.
 */
export async function callLead(
  lead: Lead,
  run: DialRun,
  deps: DialerDeps,
): Promise<'called' | 'moved' | 'again' | 'skipped'> {
  const { userId, dialing } = lead;
  const now = deps.clock.now();
  if (dialing.callId !== null && (await isRunning(userId, dialing.callId, deps))) return 'skipped';
  const { phoneNumber } = await calledNumber(lead, deps);
  if (await deps.doNotCall.has(userId, phoneNumber)) return move(lead, skipLead(lead, now), deps);
  const moment = callingWindowFor(phoneNumber, run.campaign, deps.callingHours, now);
  if (moment.kind === 'never') return move(lead, tryNextNumber(lead, 'time_zone_undecided', now, now), deps);
  if (moment.kind === 'closed') {
    await wakeUp(moment.opensAt, run, deps);
    return move(lead, reschedule(lead, 'outside_hours', moment.opensAt, now), deps);
  }
  return attemptCall(lead, run, deps);
}

/** A lead stands for one person, all numbers of whom are on the list with the main one; a secondary contact may be somebody else. */
function skipLead(lead: Lead, now: number): Lead {
  return lead.dialing.contactId === null
    ? closeLead(lead, 'blacklisted', now)
    : tryNextNumber(lead, 'do_not_call', now, now);
}

async function attemptCall(lead: Lead, run: DialRun, deps: DialerDeps): Promise<'called' | 'again'> {
  const { userId } = lead;
  const callId = deps.ids.recordId();
  await startCallWatchdog(userId, callId, deps);
  const now = deps.clock.now();
  const leaseSeconds = run.callerIds.assistant.maxDuration + LEASE_MARGIN_SECONDS;
  const expiresAt = now + deps.clock.callMs(leaseSeconds);
  const begun = startAttempt(lead, callId, now);
  const slots = occupySlot(run.slots, { callId, campaignId: run.campaign.id, expiresAt }, now);
  if ((await deps.dialer.startAttempt({ lead: [lead, begun], slots: [run.slots, slots] })) === 'conflict') {
    run.slots = await deps.dialer.getCallSlots(userId);
    return 'again';
  }
  run.slots = slots;
  run.isStopped = (await startLeadCall(begun, run.campaign, run.callerIds, deps)) === 'stopped';
  return 'called';
}

async function isRunning(userId: number, callId: number, { calls }: DialerDeps): Promise<boolean> {
  const call = await calls.get({ userId, callId });
  return call !== undefined && call.hold > 0;
}

async function move(before: Lead, after: Lead, { leads }: DialerDeps): Promise<'moved' | 'again'> {
  return (await leads.replace(before, after)) === 'replaced' ? 'moved' : 'again';
}

/** Before the lead is written, so that no crash can leave one that nobody is woken for. */
async function wakeUp(at: number, run: DialRun, { timer }: DialerDeps): Promise<void> {
  if (run.wakeUps.has(at)) return;
  run.wakeUps.add(at);
  await timer.at(at, 'dial-campaign', { userId: run.campaign.userId, campaignId: run.campaign.id });
}

export interface LeadCallRefusalDeps {
  campaigns: CampaignStore;
  doNotCall: DoNotCallStore;
  clock: Clock;
  /** When people may be called whatever a campaign says. */
  callingHours: DailyHours;
}

/** Why a call of a campaign must not be dialled now; undefined when it may. */
export async function leadCallRefusal(call: Call, deps: LeadCallRefusalDeps): Promise<LeadReason | undefined> {
  const { userId, campaignId, clientPhoneNumber } = call;
  if (campaignId === null) return undefined;
  const [campaign, mustNotBeCalled] = await Promise.all([
    deps.campaigns.get(userId, campaignId),
    deps.doNotCall.has(userId, clientPhoneNumber),
  ]);
  if (mustNotBeCalled) return 'do_not_call';
  if (campaign?.status !== 'in-progress') return 'campaign_stopped';
  const moment = callingWindowFor(clientPhoneNumber, campaign, deps.callingHours, deps.clock.now());
  return moment.kind === 'open' ? undefined : 'outside_hours';
}

/**
 * Whether a number may be called now for a campaign, by the clock of whoever has the number: where it names several zones,
 * by all of their clocks; where it names none, by that of the campaign.
 */
export function callingWindowFor(
  phoneNumber: string,
  campaign: Campaign,
  serviceHours: DailyHours,
  now: number,
): CallingWindow {
  const told = zonesOfNumber(phoneNumber);
  return callingWindowAt({ zones: told.length > 0 ? told : [campaign.timezone], rules: campaign, serviceHours, now });
}
