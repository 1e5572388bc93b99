import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Less is a machine that does nothing else: its own services, an editor that blinks. */
const QUIET = 0.15;
const LOOK_MS = 2000;

interface Waiting {
  /** How long to wait, in milliseconds. */
  patience: number;
  onWait?: () => void;
  look?: () => Promise<number>;
}

/**
 * Waits until other programs leave the processors alone; ratios of a run beside other work say more about that work. A mean of the
 * last minute, as the load is, would count the bench before.
 * @throws Error when the machine was not quiet in time
 */
export async function waitForQuiet({ patience, onWait, look = () => busyShare(LOOK_MS) }: Waiting): Promise<void> {
  const until = Date.now() + patience;
  for (let isFirst = true; ; isFirst = false) {
    const busy = await look();
    if (busy <= QUIET) return;
    if (isFirst) onWait?.();
    if (Date.now() >= until) {
      const percent = Math.round(busy * 100);
      throw new Error(`other programs take ${percent} % of the processors: stop them, or add --noisy`);
    }
  }
}

/** The share of the processors' time, 0 to 1, that is used while it looks. */
async function busyShare(milliseconds: number): Promise<number> {
  const before = times();
  await sleep(milliseconds);
  const after = times();
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
}

function times(): { idle: number; all: number } {
  const parts = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    idle,
    all: user + nice + sys + idle + irq,
  }));
  return {
    idle: parts.reduce((sum, { idle }) => sum + idle, 0),
    all: parts.reduce((sum, { all }) => sum + all, 0),
  };
}
