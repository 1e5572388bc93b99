import type { LedgerEntry, UserStore } from '#shared/accounts/account.ts';
import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import type { CarrierOf } from '#shared/numbers/carrier-account.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import { secondsUntilRoom, type RateLimit, type RateStore } from '#shared/platform/rate-limit.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { MessageCarrier } from '#shared/sms/message-carrier.ts';
import type { Sms, SmsKey, SmsStatus } from '#shared/sms/sms.ts';

/** The dependencies of the operations on text messages. Each operation picks what it needs. */
export interface SmsDeps {
  messages: SmsStore;
  phoneNumbers: PhoneNumberStore;
  carrier: CarrierOf<MessageCarrier>;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  ids: IdSource;
  logger: Logger;
  metrics: Metrics;
  limits: SmsLimits;
  doNotCall: Pick<DoNotCallStore, 'has'>;
  pause: (milliseconds: number) => Promise<void>;
}

export interface SmsStore {
  /** Stores the message, charges its cost and books the entry in one transaction. `id_taken`: draw another id. */
  createWithCharge(sms: Sms, entry: LedgerEntry): Promise<'created' | 'id_taken' | 'insufficient_balance'>;
  get(key: SmsKey): Promise<Sms | undefined>;
  /**
   * Claims the message for sending and returns it; undefined if another run has claimed it, it is not `queued`, or it does not
   * exist. `owner`: the id of the run, which may repeat this.
   */
  claimSending(key: SmsKey, owner: string, at: number): Promise<Sms | undefined>;
  /** Releases the claim of this owner. Call it only when the carrier has certainly not accepted the message. */
  releaseSending(key: SmsKey, owner: string): Promise<void>;
  /**
   * Applies the change if the message's status is one of `from`, in one conditional write.
   * Returns the updated message; undefined if the condition failed.
   */
  change(key: SmsKey, change: SmsChange, at: number, from: readonly SmsStatus[]): Promise<Sms | undefined>;
  /**
   * Moves a queued message to `sent` under the carrier's message id, if no other message of the user has that id.
   * `taken`: another message has it. `not_queued`: the message is no longer `queued`.
   */
  recognise(key: SmsKey, carrierMessageId: string, at: number): Promise<'recognised' | 'taken' | 'not_queued'>;
  /** The message of the user that was recognised under the carrier's message id. */
  findRecognised(userId: number, carrierMessageId: string): Promise<Sms | undefined>;
  /**
   * Refunds the charge and sets `failed`, at most once: only while the message is `queued` under this claim.
   * `not_open`: it is not. `id_taken`: draw another id for the ledger entry.
   */
  refund(refund: SmsRefund): Promise<'refunded' | 'not_open' | 'id_taken'>;
  /** The user's messages accepted in [from, before), epoch milliseconds; oldest first. */
  listBetween(userId: number, from: number, before: number): Promise<Sms[]>;
}

/** The fields that a carrier report may change. */
export type SmsChange = Partial<Pick<Sms, 'status' | 'carrierMessageId' | 'failure'>>;

/** The refund of a message that the carrier did not accept: one transaction of message, wallet and ledger. */
export interface SmsRefund {
  key: SmsKey;
  /** The claim under which the carrier certainly did not accept the message. */
  claimedAt: number;
  failure: string;
  /** Of the message, which usage no longer counts. */
  segments: number;
  entry: LedgerEntry;
  at: number;
}

/** What one user may use of sending SMS, so that the others can send, too. */
export interface SmsLimits {
  /** Counts one SMS of the user. @throws AppError too_many_requests beyond the SMS per second of the user */
  countSms(userId: number): Promise<void>;
  /**
   * Asks for a place among the requests of the user that wait for an outcome. Returns undefined if enough of them wait;
   * otherwise a function to call when the wait is over.
   */
  startWaiting(userId: number): Promise<(() => Promise<void>) | undefined>;
}

/** How long a request waits for the outcome of its SMS. */
export const LONGEST_WAIT_MS = 10_000;

interface SmsLimitsDeps {
  rates: RateStore;
  users: Pick<UserStore, 'get'>;
  clock: Clock;
  /** Undefined = no limit. */
  perSecondPerUser: number | undefined;
  waitingPerUser: number | undefined;
}

export function createSmsLimits(deps: SmsLimitsDeps): SmsLimits {
  const { rates, users, clock, perSecondPerUser, waitingPerUser } = deps;
  return {
    async countSms(userId) {
      if (perSecondPerUser === undefined) return;
      const perSecond = (await users.get(userId))?.smsPerSecond ?? perSecondPerUser;
      const limit: RateLimit = { intervalMs: 1000 / perSecond, burst: perSecond };
      const { isAllowed, fullAt } = await rates.take(`SMS#${userId}`, limit, clock.now());
      if (isAllowed) return;
      throw new AppError('too_many_requests', { retryAfterSeconds: secondsUntilRoom(fullAt, limit, clock.now()) });
    },

    async startWaiting(userId) {
      if (waitingPerUser === undefined) return async () => undefined;
      const bucket = `SMS_WAIT#${userId}`;
      const limit = waitingLimit(waitingPerUser);
      const startedAt = clock.now();
      const { isAllowed } = await rates.take(bucket, limit, startedAt);
      if (!isAllowed) return undefined;
      return () => rates.refund(bucket, limit, 1 - (clock.now() - startedAt) / LONGEST_WAIT_MS);
    },
  };
}

/**
 * Each request takes the longest wait out of a bucket of waiting time, and puts back what it did not wait. A crashed one
 * puts back nothing; time refills the bucket. Half of the places are in the bucket, and it refills with the other half while
 * they wait, so that never more than `places` requests wait.
 */
function waitingLimit(places: number): RateLimit {
  const burst = Math.max(1, Math.floor(places / 2));
  return { intervalMs: LONGEST_WAIT_MS / burst, burst };
}
