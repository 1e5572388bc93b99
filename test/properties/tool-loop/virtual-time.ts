import { AsyncLocalStorage } from 'node:async_hooks';

/** An invocation of a function. It is killed before one of its steps. */
export interface Run {
  name: string;
  stepsLeft: number;
  isKilled: boolean;
}

interface Event {
  at: number;
  order: number;
  act: () => void;
}

export type VirtualTime = ReturnType<typeof createVirtualTime>;

/** A clock that only passes when nothing else is left to do, and the runs of functions on it. */
export function createVirtualTime(start: number) {
  const storage = new AsyncLocalStorage<Run>();
  const events: Event[] = [];
  let now = start;
  let order = 0;
  const isDead = (run: Run | undefined) => run?.isKilled === true;

  function at(due: number, act: () => void): Event {
    const event = { at: Math.max(now, Math.ceil(due)), order: (order += 1), act };
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = events[middle]!;
      if (other.at < event.at || (other.at === event.at && other.order < event.order)) low = middle + 1;
      else high = middle;
    }
    events.splice(low, 0, event);
    return event;
  }
  const time = {
    clock: { now: () => now, callMs: (seconds: number) => seconds * 1000 },
    at,
    /** As `setTimeout`, on behalf of the run that sets it. */
    setTimeout(act: () => void, milliseconds = 0): Event {
      const run = storage.getStore();
      return at(now + milliseconds, () => void (isDead(run) || storage.run(run!, act)));
    },
    clearTimeout(event: Event | undefined): void {
      const index = event ? events.indexOf(event) : -1;
      if (index >= 0) events.splice(index, 1);
    },
    sleep: (milliseconds: number) => new Promise<void>((resolve) => void at(now + milliseconds, resolve)),
    /** A read, a write, a post: the run may be killed before it, and behind it. */
    async step<Result>(takes: () => number, act: () => Promise<Result>): Promise<Result> {
      await survive();
      await time.sleep(takes());
      await survive();
      const result = await act();
      await survive();
      return result;
    },
    /** Starts a run. Resolves when it has ended, or was killed. */
    start(name: string, stepsLeft: number, invoke: () => Promise<unknown>): Promise<'ended' | 'killed' | 'failed'> {
      const run: Run = { name, stepsLeft, isKilled: false };
      const { promise, resolve } = Promise.withResolvers<'ended' | 'killed' | 'failed'>();
      Object.assign(run, { onKill: () => resolve('killed') });
      storage.run(
        run,
        () =>
          void invoke().then(
            () => resolve('ended'),
            (error: unknown) => {
              Object.assign(run, { error });
              resolve('failed');
            },
          ),
      );
      return promise;
    },
    current: () => storage.getStore(),
    /** Until nothing is due before the time. */
    async passUntil(end: number): Promise<void> {
      for (;;) {
        await idle();
        const next = events[0];
        if (!next || next.at > end) break;
        events.shift();
        now = next.at;
        next.act();
      }
      now = Math.max(now, end);
    },
  };
  return time;

  async function survive(): Promise<void> {
    const run = storage.getStore();
    if (!run) return;
    run.stepsLeft -= 1;
    if (run.stepsLeft > 0) return;
    if (!run.isKilled) {
      run.isKilled = true;
      if ('onKill' in run) (run.onKill as () => void)();
    }
    await new Promise<never>(() => undefined);
  }
}

/** All that needs no time has been done. */
const idle = () => new Promise<void>((resolve) => void setImmediate(resolve));
