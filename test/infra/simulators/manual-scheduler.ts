import type { Scheduler } from '@ringback/simulators/line/call-clock.ts';

/** Time that passes when a test says so. */
export function createManualScheduler(): Scheduler & { advance: (milliseconds: number) => void } {
  let now = 0;
  const timers = new Set<{ at: number; act: () => void }>();
  return {
    now: () => now,
    after(milliseconds, act) {
      const timer = { at: now + milliseconds, act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = Math.max(next.at, now);
        next.act();
      }
      now = end;
    },
  };
}
