import type { Clock } from '#shared/platform/clock.ts';

const LEASE_MS = 1_500;
const EXTEND_EVERY_MS = 500;
/** A message that is sent before each extension starts another worker when the lease of a killed one is over. */
const SUCCESSOR_SECONDS = 2;

/** Work that one worker does at a time. If that worker is killed, the next one goes on within seconds. */
export interface WorkLease {
  /** Takes the lease, or extends it in time. False: another worker has it. */
  isHeld(): Promise<boolean>;
  /** Epoch milliseconds. */
  readonly extendAt: number;
  /** Whether work is left for another worker if this one is killed. False at first. */
  needsSuccessor: boolean;
  /** Sends the message that starts it, if one is needed, once for each extension. */
  ensureSuccessor(): Promise<void>;
}

interface LeasedWork {
  clock: Pick<Clock, 'now'>;
  /** Takes or extends the lease, in epoch milliseconds. False: another worker has it. */
  lease: (lease: { now: number; until: number }) => Promise<boolean>;
  startSuccessor: (delaySeconds: number) => Promise<void>;
}

export function leaseWork({ clock, lease, startSuccessor }: LeasedWork): WorkLease {
  let hasSuccessor = false;
  const work: WorkLease & { extendAt: number } = {
    extendAt: Number.NEGATIVE_INFINITY,
    needsSuccessor: false,
    async isHeld() {
      const now = clock.now();
      if (now < work.extendAt) return true;
      work.extendAt = now + EXTEND_EVERY_MS;
      hasSuccessor = false;
      await work.ensureSuccessor();
      return lease({ now, until: now + LEASE_MS });
    },
    async ensureSuccessor() {
      if (!work.needsSuccessor || hasSuccessor) return;
      hasSuccessor = true;
      await startSuccessor(SUCCESSOR_SECONDS);
    },
  };
  return work;
}
