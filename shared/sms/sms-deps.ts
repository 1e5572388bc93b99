import type { LedgerEntry, UserStore } from '#shared/accounts/account.ts';
import type { AccountLimit } from '#shared/accounts/spend-account.ts';
import type { DestinationDeps } from '#shared/destinations/destinations.ts';
import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import type { CarrierOf } from '#shared/numbers/carrier-account.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import { secondsUntilRoom, type RateLimit, type RateStore } from '#shared/platform/rate-limit.ts';
import type { Write } from '#shared/platform/table/write.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { MessageCarrier } from '#shared/sms/message-carrier.ts';
import type { Sms, SmsDirection, SmsEvent, SmsKey, SmsListStatus, SmsStatus } from '#shared/sms/sms.ts';

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
  destinations: DestinationDeps;
  events: SmsEvents;
  pause: (milliseconds: number) => Promise<void>;
}

export interface SmsStore {
  /**
   * In one transaction. `id_taken`: draw another id. `overspent`: others have taken the money for expensive destinations.
   * @param spend what the user may spend there, for an SMS that `isExpensive`
   */
  createWithCharge(
    sms: Sms,
    entry: LedgerEntry,
    spend?: AccountLimit,
  ): Promise<'created' | 'id_taken' | 'insufficient_balance' | 'overspent'>;
  get(key: SmsKey): Promise<Sms | undefined>;
  /** Undefined if another run has it, or it is not `queued`. `owner`: the id of the run, which may repeat this. */
  claimSending(key: SmsKey, owner: string, at: number): Promise<Sms | undefined>;
  /** Only when the carrier has certainly not accepted the message. */
  releaseSending(key: SmsKey, owner: string): Promise<void>;
  /** `others` of `change`, `recognise`, `refund` and `receive`: written in the same transaction. */
  change(
    key: SmsKey,
    change: SmsChange,
    at: number,
    from: readonly SmsStatus[],
    others?: readonly Write[],
  ): Promise<Sms | undefined>;
  /** Moves a queued message to `sent`. `taken`: another message of the user has the carrier's id. */
  recognise(
    key: SmsKey,
    carrierMessageId: string,
    at: number,
    others?: readonly Write[],
  ): Promise<'recognised' | 'taken' | 'not_queued'>;
  findRecognised(userId: number, carrierMessageId: string): Promise<Sms | undefined>;
  /** At most once: only while the message is `queued` under this claim, else `not_open`. `id_taken`: draw another. */
  refund(refund: SmsRefund, others?: readonly Write[]): Promise<'refunded' | 'not_open' | 'id_taken'>;
  /** Once for a message of the carrier: `repeated` if it is stored. `id_taken`: draw another. */
  receive(sms: ReceivedSms, others?: readonly Write[]): Promise<'received' | 'repeated' | 'id_taken'>;
  /** Those that the user sent, accepted in [from, before), epoch milliseconds; oldest first. */
  listBetween(userId: number, from: number, before: number): Promise<Sms[]>;
}

export type ReceivedSms = Sms & { direction: 'inbound'; carrierMessageId: string };

export type SmsChange = Partial<Pick<Sms, 'status' | 'carrierMessageId' | 'failure'>>;

export interface SmsRefund {
  key: SmsKey;
  /** Under which the carrier certainly did not accept the message. */
  claimedAt: number;
  failure: string;
  segments: number;
  /** When it was charged, if it counts among what was spent on expensive destinations. */
  spentAt?: number | undefined;
  entry: LedgerEntry;
  at: number;
}

export interface SmsEvents {
  /** Before the change of the SMS. Undefined if its user has no address for events. */
  prepare(key: SmsKey, event: SmsEvent, at: number): Promise<PreparedSmsEvent | undefined>;
}

/** Exists if and only if the change does: `writes` belong to its transaction. */
export interface PreparedSmsEvent {
  writes: readonly Write[];
  /** After the change. A crash in between delays the event by a minute. */
  send(): Promise<void>;
}

export interface SmsFilter {
  status?: SmsListStatus | undefined;
  direction?: SmsDirection | undefined;
  /** Of the other side, E.164, or as the carrier names a sender. */
  phoneNumber?: string | undefined;
  /** Epoch milliseconds, `before` excluded. */
  from?: number | undefined;
  before?: number | undefined;
}

/** Strongly consistent and exact: a message that is stored is in the next list. */
export interface SmsList {
  /** Newest first. */
  list(userId: number, filter: SmsFilter, page: PageRequest): Promise<PageOf<Sms>>;
}

export interface SmsLimits {
  /** @throws AppError too_many_requests beyond the SMS per second of the user */
  countSms(userId: number): Promise<void>;
  /** Undefined if enough requests of the user wait; otherwise to be called when the wait is over. */
  startWaiting(userId: number): Promise<(() => Promise<void>) | undefined>;
}

export const LONGEST_WAIT_MS = 10_000;

interface SmsLimitsDeps {
  rates: RateStore;
  users: Pick<UserStore, 'get'>;
  clock: Clock;
  perSecondPerUser: number | undefined;
  waitingPerUser: number | undefined;
  /** Of all users. */
  waitingAtOnce?: number | undefined;
}

export function createSmsLimits(deps: SmsLimitsDeps): SmsLimits {
  const { rates, users, clock, perSecondPerUser, waitingPerUser, waitingAtOnce } = deps;
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
      const startedAt = clock.now();
      const places = [
        ...(waitingPerUser === undefined
          ? []
          : [{ bucket: `SMS_WAIT#${userId}`, limit: waitingLimit(waitingPerUser) }]),
        ...(waitingAtOnce === undefined ? [] : [{ bucket: 'SMS_WAIT', limit: waitingLimit(waitingAtOnce) }]),
      ];
      const taken: typeof places = [];
      const giveBack = async (share: number) => {
        await Promise.all(taken.map(({ bucket, limit }) => rates.refund(bucket, limit, share)));
      };
      for (const place of places) {
        const { isAllowed } = await rates.take(place.bucket, place.limit, startedAt);
        if (isAllowed) taken.push(place);
        else {
          await giveBack(1);
          return undefined;
        }
      }
      return () => giveBack(1 - (clock.now() - startedAt) / LONGEST_WAIT_MS);
    },
  };
}

/**
 * Requests borrow the longest wait and return what they did not use. Half of the places are in the bucket, and it
 * refills with the other half meanwhile, so that at most `places` wait, even if some crash.
 */
function waitingLimit(places: number): RateLimit {
  const burst = Math.max(1, Math.floor(places / 2));
  return { intervalMs: LONGEST_WAIT_MS / burst, burst };
}
