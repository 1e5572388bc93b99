/** The simulated voices of both sides. */
export const CHARACTERS_PER_SECOND = 14;
/** Of an audio file that is played. */
export const MEDIA_SECONDS = 3;

/** The source of time. Tests replace it. */
export interface Scheduler {
  now(): number;
  /** Returns a function that cancels it. */
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
  /** The minimum in real time: the service needs real time to answer, however fast calls run. */
  floorMs?: number;
}

/** Call time, which runs `speed` times as fast as real time. */
export interface CallClock {
  /** Real time, in epoch milliseconds. */
  now(): number;
  /** Converts real milliseconds to call seconds. */
  seconds(realMilliseconds: number): number;
  after(callSeconds: number, act: () => void, floorMs?: number): () => void;
  /** Resolves after this number of call seconds, or when the signal is aborted. */
  sleep(callSeconds: number, options?: WaitOptions): Promise<void>;
  /** Cancels all pending timers. */
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
    now: () => scheduler.now(),
    seconds: (realMilliseconds) => (realMilliseconds * speed) / 1000,
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
