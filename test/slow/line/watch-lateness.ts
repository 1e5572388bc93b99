import { watchMachine } from '#infra/local/rehearsal/machine-wait.ts';

const EVERY_MS = 10;

/**
 * How late a stack is that shares its process with others and its machine with more: the sum of all delays of the event loop, and of the
 * waits of its processes for a processor. A silence that is no longer than that says nothing about the service.
 */
export function watchLateness() {
  const machine = watchMachine();
  const delays: Array<{ at: number; late: number }> = [];
  let before = Date.now();
  const timer = setInterval(() => {
    const at = Date.now();
    delays.push({ at, late: Math.max(0, at - before - EVERY_MS) });
    before = at;
  }, EVERY_MS);
  return {
    /** Milliseconds between two times. */
    between(from: number, to: number): number {
      const own = delays.reduce(
        (sum, { at, late }) => (at > from && at <= to ? sum + Math.min(late, at - from) : sum),
        0,
      );
      return Math.max(own, machine.waitedBetween(from, to));
    },
    stop() {
      clearInterval(timer);
      machine.stop();
    },
  };
}
