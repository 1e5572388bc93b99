import { affordableSeconds } from '#shared/calls/call-cost.ts';
import type { Call } from '#shared/calls/call.ts';
import type { LeadReason } from '#shared/calls/called-lead.ts';
import { callingWindowAt, type CallingWindow, type DailyHours } from '#shared/campaigns/calling-hours.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import {
  occupySlot,
  slotNumber,
  type CallSlots,
  type CampaignDeps,
  type DialerDeps,
  type RulesDeps,
} from '#shared/campaigns/dialler.ts';
import { startAttempt, closeLead, reschedule, tryNextNumber } from '#shared/campaigns/lead-life.ts';
import { waitForNumber } from '#shared/campaigns/lead-turn.ts';
import type { Lead, SecondaryContact } from '#shared/campaigns/lead.ts';
import { calledNumber, startLeadCall, type CallerIdPool } from '#shared/campaigns/start-lead-call.ts';
import { zonesOfNumber } from '#shared/campaigns/zones-of-number.ts';
import { refusedKind } from '#shared/destinations/destination-rules.ts';
import { countAttempt, openDestination, ratesOf, type Destination } from '#shared/destinations/destinations.ts';

export interface DialRun {
  campaign: Campaign;
  callerIds: CallerIdPool;
  slots: CallSlots;
  /** Epoch milliseconds for which this run has already set a timer. */
  wakeUps: Set<number>;
  /** Suspended during the run, or waiting for money that calls hold. */
  isStopped: boolean;
  /** @throws RetryLater if the run has taken too long, or another one has taken over */
  checkTime: () => Promise<void>;
}

/** `moved`: it must not be called now. `again`: lead or slots have changed. `skipped`: its last call is not settled. */
export async function callLead(
  lead: Lead,
  run: DialRun,
  deps: DialerDeps,
): Promise<'called' | 'moved' | 'again' | 'skipped'> {
  const { userId, dialing } = lead;
  const now = deps.clock.now();
  if (dialing.callId !== null && (await isRunning(userId, dialing.callId, deps))) return 'skipped';
  const called = await calledNumber(lead, deps);
  if (!called) return move(lead, tryNextNumber(lead, dialing.reason, now, now), deps);
  const { phoneNumber, contact } = called;
  const counted = await countContact(lead, contact, deps);
  if (counted === 'conflict') return 'again';
  if (counted === 'taken') return move(lead, tryNextNumber(lead, 'duplicate_number', now, now), deps);
  if (await deps.doNotCall.has(userId, phoneNumber)) return move(lead, skipLead(lead, now), deps);
  const request = { userId, e164: phoneNumber, use: 'called', user: run.callerIds.user } as const;
  const destination = await openDestination(request, deps.destinations);
  if (destination.refusal !== undefined) return move(lead, tryNextNumber(lead, 'destination_refused', now, now), deps);
  const window = callingWindowFor(phoneNumber, run.campaign, deps.callingHours, now);
  if (window.kind === 'never') return move(lead, tryNextNumber(lead, 'time_zone_undecided', now, now), deps);
  if (window.kind === 'closed') {
    await wakeUp(window.opensAt, run, deps);
    return move(lead, reschedule(lead, 'outside_hours', window.opensAt, now), deps);
  }
  const waitSeconds = await secondsUntilCall(userId, destination, run.callerIds.assistant.maxDuration, deps);
  if (waitSeconds > 0) {
    const at = now + waitSeconds * 1000;
    await wakeUp(at, run, deps);
    return move(lead, reschedule(lead, 'destination_limit', at, now), deps);
  }
  const wait = await waitForNumber(lead, phoneNumber, run, deps);
  if (!wait) return attemptCall(lead, phoneNumber, run, deps);
  await wakeUp(wait.until, run, deps);
  return move(lead, reschedule(lead, wait.reason, wait.until, now), deps);
}

/** Contacts that an older release has stored are not counted yet: two leads may have the same. One of them calls it. */
async function countContact(lead: Lead, contact: SecondaryContact | undefined, { leads }: DialerDeps) {
  if (!contact || lead.allowDuplicate || contact.countedIn === lead.campaignId) return 'counted';
  return leads.countContact(lead, contact);
}

/** Until the user may call an expensive destination again; 0 for all others. */
async function secondsUntilCall(
  userId: number,
  destination: Destination,
  maxDuration: number,
  { destinations }: DialerDeps,
): Promise<number> {
  const { limit, retryAfterSeconds } = destination;
  if (limit === undefined) return 0;
  const rates = ratesOf(destination, destinations.rules);
  if (affordableSeconds(limit.room, maxDuration, rates) === undefined) {
    destinations.metrics.count('ExpensiveLimitReached');
    return retryAfterSeconds;
  }
  return countAttempt(userId, destination, destinations);
}

async function isRunning(userId: number, callId: number, { calls }: DialerDeps): Promise<boolean> {
  const call = await calls.get({ userId, callId });
  return call !== undefined && call.hold > 0;
}

/** A listed main number closes the lead. A listed secondary contact is only passed over: it may be another person. */
function skipLead(lead: Lead, now: number): Lead {
  return lead.dialing.contactId === null
    ? closeLead(lead, 'blacklisted', now)
    : tryNextNumber(lead, 'do_not_call', now, now);
}

async function move(before: Lead, after: Lead, { leads }: DialerDeps): Promise<'moved' | 'again'> {
  return (await leads.replace(before, after)) === 'replaced' ? 'moved' : 'again';
}

/** Called before the lead is written: a crash in between must not leave a lead without a timer. */
async function wakeUp(at: number, run: DialRun, { timer }: DialerDeps): Promise<void> {
  if (run.wakeUps.has(at)) return;
  run.wakeUps.add(at);
  await timer.at(at, 'dial-campaign', { userId: run.campaign.userId, campaignId: run.campaign.id });
}

/** Over the maximum duration, after which the watchdog closes a call in 300 call seconds. Later, each run checks. */
const LEASE_MARGIN_SECONDS = 900;

async function attemptCall(
  lead: Lead,
  phoneNumber: string,
  run: DialRun,
  deps: DialerDeps,
): Promise<'called' | 'again'> {
  const { userId } = lead;
  const callId = deps.ids.recordId();
  const now = deps.clock.now();
  const leaseSeconds = run.callerIds.assistant.maxDuration + LEASE_MARGIN_SECONDS;
  const expiresAt = now + deps.clock.callMs(leaseSeconds);
  const started = startAttempt(lead, callId, now);
  const number = slotNumber(phoneNumber);
  const slots = occupySlot(run.slots, { callId, campaignId: run.campaign.id, expiresAt, number });
  if ((await deps.dialer.startAttempt({ lead: [lead, started], slots: [run.slots, slots] })) === 'conflict') {
    run.slots = await deps.dialer.getCallSlots(userId);
    return 'again';
  }
  run.slots = slots;
  run.isStopped = (await startLeadCall(started, run.campaign, run.callerIds, deps)) === 'stopped';
  return 'called';
}

/** In the local time of the number, in all its possible zones. Without one, in the zone of the campaign. */
export function callingWindowFor(
  phoneNumber: string,
  campaign: Campaign,
  serviceHours: DailyHours,
  now: number,
): CallingWindow {
  const zones = zonesOfNumber(phoneNumber);
  return callingWindowAt({ zones: zones.length > 0 ? zones : [campaign.timezone], rules: campaign, serviceHours, now });
}

export type LeadCallRefusalDeps = Pick<CampaignDeps, 'campaigns' | 'doNotCall' | 'clock' | 'callingHours'> & RulesDeps;

/** Checks again right before dialling. Undefined: the call may be dialled. */
export async function leadCallRefusal(call: Call, deps: LeadCallRefusalDeps): Promise<LeadReason | undefined> {
  const { userId, campaignId, clientPhoneNumber } = call;
  // The call may have been stored before this rule. The pump has no room for what tells countries.
  if (refusedKind(clientPhoneNumber, 'called', deps.destinations.rules) !== undefined) return 'destination_refused';
  if (campaignId === null) return undefined;
  const [campaign, mustNotBeCalled] = await Promise.all([
    deps.campaigns.get(userId, campaignId),
    deps.doNotCall.has(userId, clientPhoneNumber),
  ]);
  if (mustNotBeCalled) return 'do_not_call';
  if (campaign?.status !== 'in-progress') return 'campaign_stopped';
  const window = callingWindowFor(clientPhoneNumber, campaign, deps.callingHours, deps.clock.now());
  return window.kind === 'open' ? undefined : 'outside_hours';
}
