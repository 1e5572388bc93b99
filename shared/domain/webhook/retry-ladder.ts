import type { DeliveryAttempt } from '#shared/domain/webhook/webhook-delivery.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What lies between one attempt and the next: ten attempts over some three days, as Standard Webhooks advises. */
const ladder = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const JITTER = 0.1;
const LONGEST_RETRY_AFTER = 24 * HOUR;

/** The attempts of one delivery, the first one included. */
export const MAX_ATTEMPTS = ladder.length + 1;

/**
 * When to try again, in epoch milliseconds; null when that was the last attempt. The delays are spread by 10 % either way,
 * so that a receiver that comes back is not met by everything at once. A receiver may ask for more time, up to a day.
 * @param attempts all that were made, the failed last one included
 * @param random from 0 to 1
 */
export function nextAttemptAt(attempts: readonly DeliveryAttempt[], random: () => number): number | null {
  const delay = ladder[attempts.length - 1];
  const last = attempts.at(-1);
  if (delay === undefined || !last) return null;
  const { at, retryAfterSeconds } = last;
  const spread = Math.round(delay * (1 - JITTER + 2 * JITTER * random()));
  const asked = Math.min(LONGEST_RETRY_AFTER, (retryAfterSeconds ?? 0) * SECOND);
  return at + Math.max(spread, asked);
}
