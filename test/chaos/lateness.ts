import { setTimeout as sleep } from 'node:timers/promises';

/** When the process of the stack was too busy to answer at once, epoch milliseconds. */
export interface Lateness {
  /** The share of a time in which it was. */
  shareOf(from: number, to: number): number;
  stop(): void;
}

const EVERY_MS = 250;
/** An idle process answers in a few milliseconds. One turn of a conversation takes some 40 such answers of several processes. */
const LATE_MS = 100;

/** Asks the process of the stack for nothing, again and again: whatever the service waits for, an idle one answers at once. */
export function watchLateness(
  ask: () => Promise<unknown>,
  now = () => performance.timeOrigin + performance.now(),
): Lateness {
  const late: Array<[from: number, to: number]> = [];
  const end = new AbortController();
  void (async () => {
    while (!end.signal.aborted) {
      const from = now();
      await sleep(EVERY_MS);
      await ask().catch(() => undefined);
      const to = now();
      if (to - from > EVERY_MS + LATE_MS) late.push([from, to]);
    }
  })();
  return {
    shareOf(from, to) {
      const overlap = late.map((one) => Math.max(0, Math.min(to, one[1]) - Math.max(from, one[0])));
      return overlap.reduce((sum, each) => sum + each, 0) / (to - from);
    },
    stop: () => end.abort(),
  };
}
