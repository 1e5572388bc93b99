import { createHash } from 'node:crypto';
import type { UserStore, WalletStore } from '#shared/accounts/account.ts';
import type { AssistantStore } from '#shared/assistants/assistant.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Carrier } from '#shared/calls/carrier.ts';
import type { DialQueue } from '#shared/calls/dial-queue.ts';
import type { AttemptLimit, NumberLines } from '#shared/calls/number-line.ts';
import type { DailyHours } from '#shared/campaigns/calling-hours.ts';
import type { CampaignKey, CampaignStore } from '#shared/campaigns/campaign.ts';
import type { LeadStore, Lead } from '#shared/campaigns/lead.ts';
import type { ModelCatalogue } from '#shared/catalog/models.ts';
import type { DestinationDeps } from '#shared/destinations/destinations.ts';
import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import type { CarrierOf } from '#shared/numbers/carrier-account.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface CampaignDeps {
  campaigns: CampaignStore;
  leads: LeadStore;
  dialer: DialerStore;
  dialQueue: DialQueue;
  calls: CallStore;
  destinations: DestinationDeps;
  numberLines: NumberLines;
  attemptLimit: AttemptLimit;
  assistants: Pick<AssistantStore, 'get'>;
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
  callingHours: DailyHours;
}

export interface DialerDeps extends CampaignDeps {
  /** The run that has started an attempt was killed, as far as is known: an attempt that cannot go on is left to a later run. */
  isTakingOver?: boolean;
}

export interface RulesDeps {
  destinations: Pick<DestinationDeps, 'rules'>;
}

export async function wakeDialer({ userId, campaignId }: CampaignKey, queue: Queue): Promise<void> {
  await queue.send('dial-campaign', { userId, campaignId }, { groupId: String(userId) });
}

export interface DialerStore {
  /** Includes slots of calls that are over. */
  getCallSlots(userId: number): Promise<CallSlots>;
  /** One transaction. `conflict`: the lead or the slots have changed; read both again. */
  startAttempt(attempt: {
    lead: [before: Lead, after: Lead];
    slots: [before: CallSlots, after: CallSlots];
  }): Promise<'started' | 'conflict'>;
  /**
   * Takes the user's run lock and returns a ticket. It expires at `until` (epoch milliseconds), in case of a crash.
   * Undefined: another run holds it, and checks again before it ends.
   */
  startRun(userId: number, owner: string, lease: { now: number; until: number }): Promise<number | undefined>;
  /** False: the lock has expired, and another run has taken it. */
  extendRun(userId: number, owner: string, lease: { now: number; until: number }): Promise<boolean>;
  /** Whether the lock of this owner has expired although its run has not ended. */
  isRunLost(userId: number, owner: string, now: number): Promise<boolean>;
  /** Releases the lock. If another run was wanted since the ticket was issued, keeps it and returns a new ticket. */
  endRun(userId: number, owner: string, ticket: number): Promise<number | undefined>;
  releaseCallSlot(userId: number, callId: number): Promise<void>;
  /** `from`: begin of the minute, or of a part of one, in epoch milliseconds. */
  recordOutcome(campaign: CampaignKey, from: number, isFailure: boolean): Promise<void>;
  /** Of all minutes that begin at `from` (epoch milliseconds) or later. */
  outcomesSince(campaign: CampaignKey, from: number): Promise<CallOutcomes>;
}

/** Taken as long as its call is open: while it waits, too. */
export interface CallSlot {
  callId: number;
  campaignId: number;
  /** Epoch milliseconds. After it the dialler checks whether the call is still open: its end may never be reported. */
  expiresAt: number;
  /** The number that is called, as `slotNumber` writes it. Undefined in slots of older releases. */
  number?: string | undefined;
}

/** Tells numbers of a user apart, and names none: 24 bits. Two that are alike wait for each other. */
export function slotNumber(e164: string): string {
  return createHash('sha256').update(e164).digest('base64url').slice(0, 4);
}

export interface CallSlots {
  slots: CallSlot[];
  version: number;
}

export interface CallSlotLimits {
  perCampaign: number;
  perUser: number;
}

export function countFreeSlots({ slots }: CallSlots, campaignId: number, limits: CallSlotLimits): number {
  const own = slots.filter((slot) => slot.campaignId === campaignId).length;
  return Math.max(0, Math.min(limits.perCampaign - own, limits.perUser - slots.length));
}

export function occupySlot({ slots, version }: CallSlots, slot: CallSlot): CallSlots {
  return { slots: [...slots, slot], version: version + 1 };
}

interface CallOutcomes {
  calls: number;
  /** Calls that the carrier did not connect. */
  failed: number;
}

const EARLIER_MINUTES = 4;
const MIN_CALLS = 20;

/** Epoch milliseconds. A minute takes `minuteMs`. */
export function outcomeWindowStart(now: number, minuteMs: number): number {
  return Math.floor(Math.floor(now / minuteMs) * minuteMs);
}

export function observedSince(windowStart: number, minuteMs: number): number {
  return Math.floor(windowStart - EARLIER_MINUTES * minuteMs);
}

export function isTripped({ calls, failed }: CallOutcomes): boolean {
  return calls >= MIN_CALLS && failed * 2 >= calls;
}
