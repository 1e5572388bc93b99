import { expect, it } from 'vitest';
import { MAX_ATTEMPTS, nextAttemptAt } from '#shared/webhooks/retry-schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const delays = [5000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const steps = delays.map((delay, index) => ({ attempt: index + 1, delay }));

/** Failed attempts, the last one from 995 to 1000. */
const attempts = (count: number, retryAfterSeconds?: number) =>
  Array.from({ length: count }, () => ({ at: 995, status: 503, problem: null, retryAfterSeconds, durationMs: 5 }));

it.each(steps)('the schedule waits $delay ms ± 10 % after attempt $attempt', ({ attempt, delay }) => {
  const after = (random: number) => nextAttemptAt(attempts(attempt), () => random);
  const waits = [after(0), after(0.5), after(1)].map((at) => at! - 1000);
  expect(waits).toEqual([delay - delay / 10, delay, delay + delay / 10]);
});

it.each([MAX_ATTEMPTS, MAX_ATTEMPTS + 1, 42])('the schedule ends after attempt %i', (attempt) => {
  expect(nextAttemptAt(attempts(attempt, 60), () => 0.5)).toBeNull();
});

it.each([
  { asked: 3600, waits: HOUR },
  { asked: 1, waits: 5 * MINUTE },
  { asked: 7 * 24 * 3600, waits: 24 * HOUR },
])('the schedule waits $waits ms when the receiver asks for $asked s instead of 5 minutes', ({ asked, waits }) => {
  expect(nextAttemptAt(attempts(2, asked), () => 0.5)).toBe(1000 + waits);
});

it('the schedule counts from the end of an attempt, not from its start', () => {
  const hung = { at: 1000, status: 0, problem: 'no answer within 15 s', durationMs: 15_000 };
  const slow = { at: 1000, status: 503, problem: null, retryAfterSeconds: 8, durationMs: 12_000 };
  expect(nextAttemptAt([hung], () => 0.5)).toBe(1000 + 15_000 + 5000);
  expect(nextAttemptAt([slow], () => 0.5)).toBe(1000 + 12_000 + 8000);
});
