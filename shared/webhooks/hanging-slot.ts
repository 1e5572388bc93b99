import type { Clock } from '#shared/platform/clock.ts';
import type { RateLimit, RateStore } from '#shared/platform/rate-limit.ts';

/**
 * Where an account has few concurrent executions, one worker at a time waits for receivers that may hang. The deliveries of its batch
 * wait together.
 */
export interface HangingSlot {
  /** Returns what `wait` returns; undefined if another worker waits. */
  whileHeld<Result>(wait: () => Promise<Result>): Promise<{ result: Result } | undefined>;
}

const LONGEST_WAIT_MS = 20_000;
const BUCKET = 'WEBHOOK_WAIT';
/** A worker borrows the longest wait, and returns what it did not use. One that is killed returns nothing: its slot is free then. */
const LIMIT: RateLimit = { intervalMs: LONGEST_WAIT_MS, burst: 1 };

/** Without a limit every worker has it at once. */
export const openSlot: HangingSlot = { whileHeld: async (wait) => ({ result: await wait() }) };

export function createHangingSlot({ rates, clock }: { rates: RateStore; clock: Clock }): HangingSlot {
  // An instance works on one batch at a time.
  let waiting = 0;
  let taken: Promise<boolean> | undefined;
  let startedAt = 0;

  function enter(): Promise<boolean> {
    waiting += 1;
    if (taken) return taken;
    startedAt = clock.now();
    taken = rates.take(BUCKET, LIMIT, startedAt).then(({ isAllowed }) => isAllowed);
    return taken;
  }

  async function leave(isHeld: boolean): Promise<void> {
    waiting -= 1;
    if (waiting > 0) return;
    taken = undefined;
    const unused = Math.max(0, 1 - (clock.now() - startedAt) / LONGEST_WAIT_MS);
    if (isHeld) await rates.refund(BUCKET, LIMIT, unused);
  }

  return {
    async whileHeld(wait) {
      const isHeld = await enter().catch(async (error: unknown) => {
        await leave(false);
        throw error;
      });
      try {
        return isHeld ? { result: await wait() } : undefined;
      } finally {
        await leave(isHeld);
      }
    },
  };
}
