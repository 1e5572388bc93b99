import type { UserStore, WalletStore } from '#shared/accounts/account.ts';
import type { AssistantStore } from '#shared/assistants/assistant-store.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Carrier } from '#shared/calls/carrier.ts';
import type { DailyHours } from '#shared/campaigns/calling-hours.ts';
import type { CampaignKey, CampaignStore } from '#shared/campaigns/campaign.ts';
import type { DoNotCallStore } from '#shared/campaigns/do-not-call.ts';
import type { LeadStore } from '#shared/campaigns/lead-store.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

/**
 * A line that a call of a campaign occupies. It is a lease: when its time is over it is free again, so that a call of which
 * nothing is ever heard cannot hold up a campaign.
 */
export interface CallSlot {
  callId: number;
  campaignId: number;
  expiresAt: number;
}

/** The lines of one user. */
export interface CallSlots {
  slots: CallSlot[];
  version: number;
}

export interface CallSlotLimits {
  perCampaign: number;
  perUser: number;
}

/** The lines that are taken now. */
export function occupiedSlots({ slots }: CallSlots, now: number): CallSlot[] {
  return slots.filter((line) => line.expiresAt > now);
}

/** How many more calls a campaign may have. */
export function countFreeSlots(lines: CallSlots, campaignId: number, limits: CallSlotLimits, now: number): number {
  const taken = occupiedSlots(lines, now);
  const own = taken.filter((line) => line.campaignId === campaignId).length;
  return Math.max(0, Math.min(limits.perCampaign - own, limits.perUser - taken.length));
}

/** The lines with one more taken; expired ones are dropped. */
export function occupySlot(lines: CallSlots, line: CallSlot, now: number): CallSlots {
  return { slots: [...occupiedSlots(lines, now), line], version: lines.version + 1 };
}

/** The span that runs and the four before it. */
const SPANS_BEFORE = 4;
const LEAST_CALLS = 20;

/** The beginning of the minute that this moment is in. */
export function outcomeWindowStart(now: number, minuteMs: number): number {
  return Math.floor(Math.floor(now / minuteMs) * minuteMs);
}

/** The beginning of the five minutes that a judgement looks at. */
export function observedSince(span: number, minuteMs: number): number {
  return Math.floor(span - SPANS_BEFORE * minuteMs);
}

/** Whether the carrier fails so many calls that a campaign should not go on: half of at least twenty. */
export function isTripped({ calls, failed }: { calls: number; failed: number }): boolean {
  return calls >= LEAST_CALLS && failed * 2 >= calls;
}

/** How the calls of a span of time went. */
export interface CallOutcomes {
  calls: number;
  /** Of these, the ones that the carrier failed to put through. */
  failed: number;
}

/** What the dialer of campaigns remembers. */
export interface DialerStore {
  /** The lines that calls of the user's campaigns occupy, expired ones among them. */
  getCallSlots(userId: number): Promise<CallSlots>;
  /**
   * Begins an attempt: the lead and its line together, if both still are as they were.
   * `conflict`: somebody else was faster; read both again.
   */
  startAttempt(attempt: {
    lead: [before: Lead, after: Lead];
    slots: [before: CallSlots, after: CallSlots];
  }): Promise<'started' | 'conflict'>;
  /**
   * Lets one run at a time look after a user's lines: gives the run its ticket, or undefined while another one is at it,
   * which will look again before it ends. A run that has died holds the place until its time is over.
   */
  startRun(userId: number, now: number, until: number): Promise<number | undefined>;
  /** Ends the run if nobody has asked for one since its ticket; otherwise gives it a new one, to look again. */
  endRun(userId: number, ticket: number): Promise<number | undefined>;
  /** The call no longer needs its line. Again, or without a line: nothing. */
  releaseCallSlot(userId: number, callId: number): Promise<void>;
  /** Counts a call of the campaign in the span that begins at this moment. */
  recordOutcome(campaign: CampaignKey, from: number, isFailure: boolean): Promise<void>;
  /** All spans that begin at this moment or later, together. */
  outcomesSince(campaign: CampaignKey, from: number): Promise<CallOutcomes>;
}

/** What the dialer of campaigns works with. */
export interface DialerDeps {
  campaigns: CampaignStore;
  leads: LeadStore;
  dialer: DialerStore;
  calls: CallStore;
  assistants: AssistantStore;
  phoneNumbers: PhoneNumberStore;
  users: UserStore;
  wallets: WalletStore;
  doNotCall: DoNotCallStore;
  carrier: Carrier;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  ids: IdSource;
  logger: Logger;
  metrics: Metrics;
  /** When people may be called whatever a campaign says. */
  callingHours: DailyHours;
}

/** Has the dialer look at a campaign whose leads or status have changed. */
export async function wakeDialer(campaign: { userId: number; campaignId: number }, queue: Queue): Promise<void> {
  const { userId, campaignId } = campaign;
  await queue.send('dial-campaign', { userId, campaignId }, { groupId: String(userId) });
}
