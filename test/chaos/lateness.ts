import { setTimeout as sleep } from 'node:timers/promises';
import { waitedMs } from '#infra/local/rehearsal/machine-wait.ts';

/** When the process of the stack answered late, and when the machine was the reason. Epoch milliseconds. */
export interface Lateness {
  /** The share of a time in which it was late because the machine had no processor for it. */
  shareOf(from: number, to: number): number;
  /** The share of a time in which it was late for whatever reason. */
  lateShareOf(from: number, to: number): number;
}

/** One question to the process of the stack, which an idle one answers at once. */
export interface Question {
  from: number;
  to: number;
  /** By how much it was answered too late, in milliseconds. */
  lateMs: number;
  /** For how long the process, and this one, were ready to run in that time and had no processor. */
  waitedMs: number;
}

const EVERY_MS = 250;
/** An idle process answers in a few milliseconds. One turn of a conversation takes some 40 such answers of several processes. */
const LATE_MS = 100;
/** A process that blocks its own event loop is late without having waited for a processor: that is no excuse. */
const EXPLAINED = 0.5;

export function latenessOf(questions: readonly Question[]): Lateness {
  const share = (counts: (one: Question) => boolean) => (from: number, to: number) => {
    const overlaps = questions
      .filter((one) => one.lateMs > LATE_MS && counts(one))
      .map((one) => Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)));
    return overlaps.reduce((sum, each) => sum + each, 0) / (to - from);
  };
  return { shareOf: share(({ lateMs, waitedMs }) => waitedMs >= lateMs * EXPLAINED), lateShareOf: share(() => true) };
}

/** Asks the process of the stack for nothing, again and again, and asks the kernel what kept it. */
export function watchLateness(
  ask: () => Promise<unknown>,
  processes: () => number[],
  now = () => performance.timeOrigin + performance.now(),
): Lateness & { stop(): void } {
  const questions: Question[] = [];
  const end = new AbortController();
  void (async () => {
    while (!end.signal.aborted) {
      const pids = processes();
      const [from, before] = [now(), await waitedMs(pids)];
      await sleep(EVERY_MS);
      await ask().catch(() => undefined);
      const [to, after] = [now(), await waitedMs(pids)];
      questions.push({ from, to, lateMs: to - from - EVERY_MS, waitedMs: after - before });
    }
  })();
  return {
    shareOf: (from, to) => latenessOf(questions).shareOf(from, to),
    lateShareOf: (from, to) => latenessOf(questions).lateShareOf(from, to),
    stop: () => end.abort(),
  };
}
