import type { Scheduler } from 'fast-check';

/** Longer ones are seconds of the call: whether words follow a key or a noise. */
export const SHORT_PAUSE_MS = 200;

/** Pauses that end when the customer or the test lets time pass. */
export function createPauses(scheduler: Scheduler, pass: (milliseconds: number) => void) {
  const pauses = new Set<Promise<void>>();
  return {
    async passing(milliseconds: number): Promise<void> {
      const pause = new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
      pauses.add(pause);
      await pause;
      pauses.delete(pause);
    },
    /** Lets everything run that is not waiting for a timer of the service. */
    async rest(): Promise<void> {
      await scheduler.waitIdle();
      while (pauses.size > 0) {
        pass(SHORT_PAUSE_MS);
        await scheduler.waitIdle();
      }
    },
  };
}
