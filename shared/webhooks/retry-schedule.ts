import type { DeliveryAttempt } from '#shared/webhooks/webhook.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between the end of an attempt and the next one. By https://www.standardwebhooks.com */
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

export const MAX_ATTEMPTS = retryDelays.length + 1;

/** Without jitter. */
export const RETRIES_LAST_MS = retryDelays.reduce((sum, delay) => sum + delay, 0);

/**
 * Epoch milliseconds; null after the last attempt. Spread by ±10 %, for receivers that recover; `Retry-After` extends
 * it up to a day. Counted from an attempt's end: that may take 15 s, longer than the first delay. `random`: 0 to 1.
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
