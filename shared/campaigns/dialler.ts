import type { UserStore, WalletStore } from '#shared/accounts/account.ts';
import type { AssistantStore } from '#shared/assistants/assistant.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Carrier } from '#shared/calls/carrier.ts';
import type { DialQueue } from '#shared/calls/dial-queue.ts';
import type { DailyHours } from '#shared/campaigns/calling-hours.ts';
import type { CampaignKey, CampaignStore } from '#shared/campaigns/campaign.ts';
import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import type { LeadStore, Lead } from '#shared/campaigns/lead.ts';
import type { ModelCatalogue } from '#shared/catalog/models.ts';
import type { CarrierOf } from '#shared/numbers/carrier-account.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

/** What the operations of this feature depend on. Each operation takes a part of it. */
export interface CampaignDeps {
  campaigns: CampaignStore;
  leads: LeadStore;
  dialer: DialerStore;
  dialQueue: DialQueue;
  calls: CallStore;
  assistants: AssistantStore;
  phoneNumbers: PhoneNumberStore;
  users: UserStore;
  wallets: WalletStore;
  doNotCall: Pick<DoNotCallStore, 'has'>;
  carrier: CarrierOf<Carrier>;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  ids: IdSource;
  logger: Logger;
  metrics: Metrics;
  models: ModelCatalogue;
  /** The calling hours of the service. They limit every campaign. */
  callingHours: DailyHours;
}

export type DialerDeps = CampaignDeps;

/** Has the dialler check a campaign after its status or its leads have changed. */
export async function wakeDialer({ userId, campaignId }: CampaignKey, queue: Queue): Promise<void> {
  await queue.send('dial-campaign', { userId, campaignId }, { groupId: String(userId) });
}

/** The state of the dialler. */
export interface DialerStore {
  /** The call slots of the user, including those of calls that are over. */
  getCallSlots(userId: number): Promise<CallSlots>;
  /**
   * Starts an attempt: writes the lead and its call slot in one transaction.
   * `conflict`: the lead or the slots have changed; read both again.
   */
  startAttempt(attempt: {
    lead: [before: Lead, after: Lead];
    slots: [before: CallSlots, after: CallSlots];
  }): Promise<'started' | 'conflict'>;
  /**
   * Acquires the user's run lock for this owner until `until` (epoch milliseconds) and returns a ticket. Returns undefined if
   * another run holds the lock; that run checks again before it ends. The lock expires, so a crashed run blocks the user only
   * until then.
   */
  startRun(userId: number, owner: string, lease: { now: number; until: number }): Promise<number | undefined>;
  /**
   * Releases the run lock, if this owner still has it. If another run was requested since the ticket was issued, keeps it and
   * returns a new ticket.
   */
  endRun(userId: number, owner: string, ticket: number): Promise<number | undefined>;
  /** Releases the call slot of a call. Idempotent. */
  releaseCallSlot(userId: number, callId: number): Promise<void>;
  /** Counts one call of the campaign in the minute, or the part of a minute, that begins at `from` (epoch milliseconds). */
  recordOutcome(campaign: CampaignKey, from: number, isFailure: boolean): Promise<void>;
  /** The sum of all minutes that begin at `from` (epoch milliseconds) or later. */
  outcomesSince(campaign: CampaignKey, from: number): Promise<CallOutcomes>;
}

/** A call slot is taken as long as its call is open: while it waits, too. */
export interface CallSlot {
  callId: number;
  campaignId: number;
  /** When the dialler begins to check whether the call is still open, in epoch milliseconds. Its end may never be reported. */
  expiresAt: number;
}

/** The call slots of one user. */
export interface CallSlots {
  slots: CallSlot[];
  version: number;
}

/** The maximum number of parallel calls. */
export interface CallSlotLimits {
  perCampaign: number;
  perUser: number;
}

/** The number of calls that the campaign may start now. */
export function countFreeSlots({ slots }: CallSlots, campaignId: number, limits: CallSlotLimits): number {
  const own = slots.filter((slot) => slot.campaignId === campaignId).length;
  return Math.max(0, Math.min(limits.perCampaign - own, limits.perUser - slots.length));
}

export function occupySlot({ slots, version }: CallSlots, slot: CallSlot): CallSlots {
  return { slots: [...slots, slot], version: version + 1 };
}

/** The results of a campaign's calls in a period. */
interface CallOutcomes {
  calls: number;
  /** Calls that the carrier did not connect. */
  failed: number;
}

const EARLIER_MINUTES = 4;
const MIN_CALLS = 20;

/** The start of the current minute, in epoch milliseconds. A minute takes `minuteMs`. */
export function outcomeWindowStart(now: number, minuteMs: number): number {
  return Math.floor(Math.floor(now / minuteMs) * minuteMs);
}

/** The start of the observed five minutes: the current minute and the four before it. */
export function observedSince(windowStart: number, minuteMs: number): number {
  return Math.floor(windowStart - EARLIER_MINUTES * minuteMs);
}

/** Whether a campaign must be suspended: at least 20 calls, and half of them failed. */
export function isTripped({ calls, failed }: CallOutcomes): boolean {
  return calls >= MIN_CALLS && failed * 2 >= calls;
}
