/** Where time comes from. Tests may bring their own. */
export interface Scheduler {
  now(): number;
  /** Returns what cancels it. */
  after(milliseconds: number, act: () => void): () => void;
}

const systemScheduler: Scheduler = {
  now: () => Date.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

interface WaitOptions {
  signal?: AbortSignal;
  /** Never less than this on the wall, however fast calls go: the service needs real time to answer. */
  floorMs?: number;
}

/** Time inside calls, which runs `speed` times as fast as the clock on the wall. */
export interface CallClock {
  readonly speed: number;
  /** Milliseconds on the wall. */
  now(): number;
  /** The call seconds that lie in a span on the wall. */
  seconds(wallMilliseconds: number): number;
  after(callSeconds: number, act: () => void, floorMs?: number): () => void;
  /** Over after so many call seconds, or as soon as the signal is aborted. */
  sleep(callSeconds: number, options?: WaitOptions): Promise<void>;
  /** Cancels everything that is still to happen. */
  stop(): void;
}

export function createCallClock(speed: number, scheduler: Scheduler = systemScheduler): CallClock {
  const pending = new Set<() => void>();
  const after = (callSeconds: number, act: () => void, floorMs = 0) => {
    const forget = () => {
      cancel();
      pending.delete(forget);
    };
    const cancel = scheduler.after(Math.max((callSeconds * 1000) / speed, floorMs), () => {
      pending.delete(forget);
      act();
    });
    pending.add(forget);
    return forget;
  };
  return {
    speed,
    now: () => scheduler.now(),
    seconds: (wallMilliseconds) => (wallMilliseconds * speed) / 1000,
    after,
    sleep: (callSeconds, { signal, floorMs } = {}) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const done = () => {
          forget();
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const forget = after(callSeconds, done, floorMs);
        signal?.addEventListener('abort', done);
      }),
    stop() {
      for (const forget of pending) forget();
    },
  };
}
