import type { Clock } from '#shared/ports/clock.ts';

/** A clock that stands still until it is moved. */
export function createFixedClock(
  start = Date.UTC(2026, 5, 30, 11, 53, 20),
): Clock & { move(milliseconds: number): void } {
  let now = start;
  return {
    now: () => now,
    move(milliseconds) {
      now += milliseconds;
    },
  };
}
