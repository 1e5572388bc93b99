import { readFile } from 'node:fs/promises';
import { pid as ownPid } from 'node:process';

/** What the machine did to this process and its children. Times are epoch milliseconds. */
export interface MachineWatch {
  /** Milliseconds between two times for which the processes, in all, were ready to run and had no processor. */
  waitedBetween(from: number, to: number): number;
  /** The longest delay of this process between two times, in milliseconds, that a missing processor explains. */
  latestBetween(from: number, to: number): number;
  stop(): void;
}

export interface Sample {
  at: number;
  /** Milliseconds since the processes began: of all of them, and of this one. */
  waited: number;
  ownWaited: number;
}

const EVERY_MS = 50;
/** A process that blocks its own event loop is late without having waited for a processor: that is no excuse. */
const EXPLAINED = 0.5;

/** Asks the kernel again and again, so that a late answer of the service can be told from a late machine. */
export function watchMachine(): MachineWatch {
  const samples: Sample[] = [];
  const take = async () => {
    const at = Date.now();
    const ownWaited = await waitedMs([ownPid]);
    samples.push({ at, ownWaited, waited: ownWaited + (await waitedMs(await childrenOf(ownPid))) });
  };
  void take();
  const timer = setInterval(() => void take(), EVERY_MS);
  return {
    waitedBetween: (from, to) => waitedIn(samples, from, to),
    latestBetween: (from, to) => latestIn(samples, from, to),
    stop: () => clearInterval(timer),
  };
}

/** From the last sample before a time to the first one after it. A child that ends takes its share with it. */
export function waitedIn(samples: readonly Sample[], from: number, to: number): number {
  const before = samples.findLast(({ at }) => at <= from) ?? samples[0];
  const after = samples.find(({ at }) => at >= to) ?? samples.at(-1);
  return Math.max(0, (after?.waited ?? 0) - (before?.waited ?? 0));
}

/** Timers of an idle process are not late. One delay is counted of a wait, though several may have added to it. */
export function latestIn(samples: readonly Sample[], from: number, to: number): number {
  const delays = samples.map(({ at, ownWaited }, index) => {
    const before = samples[index - 1];
    if (!before || at <= from || before.at >= to) return 0;
    const late = at - before.at - EVERY_MS;
    return ownWaited - before.ownWaited >= late * EXPLAINED ? late : 0;
  });
  return Math.max(0, ...delays);
}

async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}

/**
 * How long the main threads of the processes have been ready to run without a processor, in all. 0 where the kernel does not tell,
 * so that nothing is excused. https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat
 */
export async function waitedMs(pids: readonly number[]): Promise<number> {
  const waits = pids.map(async (pid) => {
    const [, nanoseconds] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '')).split(' ');
    return Number(nanoseconds ?? 0) / 1e6;
  });
  return (await Promise.all(waits)).reduce((sum, each) => sum + each, 0);
}
