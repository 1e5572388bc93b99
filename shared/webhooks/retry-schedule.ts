import type { DeliveryAttempt } from '#shared/webhooks/webhook.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Between the end of an attempt and the next one, in milliseconds. By https://www.standardwebhooks.com */
export const retryDelays = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
export const JITTER = 0.1;
const LONGEST_RETRY_AFTER = 24 * HOUR;

/** Attempts of one delivery, including the first. */
export const MAX_ATTEMPTS = retryDelays.length + 1;

/** From the first attempt to the last, without their jitter. */
export const RETRIES_LAST_MS = retryDelays.reduce((sum, delay) => sum + delay, 0);

/**
 * Returns when to try again, in epoch milliseconds; null after the last attempt. Delays vary by ±10 %, so that a receiver
 * that recovers does not get all retries at once. `Retry-After` can extend a delay, up to a day. Both count from the end of
 * the last attempt, which may have taken 15 s: counted from its start, the first retry would follow a timeout at once.
 * @param attempts all attempts so far, including the one that failed
 * @param random from 0 to 1
 */
export function nextAttemptAt(attempts: readonly DeliveryAttempt[], random: () => number): number | null {
  const delay = retryDelays[attempts.length - 1];
  const last = attempts.at(-1);
  if (delay === undefined || !last) return null;
  const { at, durationMs, retryAfterSeconds } = last;
  const spread = Math.round(delay * (1 - JITTER + 2 * JITTER * random()));
  const asked = Math.min(LONGEST_RETRY_AFTER, (retryAfterSeconds ?? 0) * SECOND);
  return at + durationMs + Math.max(spread, asked);
}
