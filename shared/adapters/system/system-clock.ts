import type { Clock } from '#shared/ports/clock.ts';

/** @param timeScale call seconds per second on the wall: 1 in AWS, the simulator's speed on the local stack */
export function createSystemClock(timeScale: () => number): Clock {
  return { now: () => Date.now(), callMs: (seconds) => (seconds * 1000) / timeScale() };
}
