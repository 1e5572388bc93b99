import { AppError } from '#shared/platform/errors.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { secondsUntilRoom, type RateLimit, type RateStore } from '#shared/platform/rate-limit.ts';
import type { UserStore } from '#shared/accounts/account.ts';

/** How long a request waits for the outcome of its SMS. */
export const LONGEST_WAIT_MS = 10_000;

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
