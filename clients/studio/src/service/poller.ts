const FASTEST_MS = 1000;
const SLOWEST_MS = 30_000;

interface PollingOptions {
  /** One look. Its result is the wait until the next one in milliseconds; undefined ends the polling. */
  look: (signal: AbortSignal) => Promise<number | undefined>;
  /** A look has failed. If it returns true, the next one waits twice as long as the one before, up to 30 s; else it was the last one. */
  onFailure: (error: unknown) => boolean;
  page: PageVisibility;
}

/** The parts of `document` that are used. */
export interface PageVisibility {
  readonly hidden: boolean;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

/** Milliseconds before the next look after a number of failures in a row: 1, 2, 4 s, up to 30 s. */
export const waitAfterFailures = (failures: number): number => Math.min(SLOWEST_MS, FASTEST_MS * 2 ** (failures - 1));

/** Looks immediately, and then again and again. A hidden page does not look again before it is shown. Returns the function that ends it. */
export function startPolling({ look, onFailure, page }: PollingOptions): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isLooking = false;
  let isOver = false;

  const run = async (isFirst = false): Promise<void> => {
    timer = undefined;
    if ((page.hidden && !isFirst) || isLooking || isOver || ending.signal.aborted) return;
    isLooking = true;
    let wait: number | undefined;
    try {
      wait = await look(ending.signal);
      failures = 0;
    } catch (error) {
      if (ending.signal.aborted) return;
      failures += 1;
      wait = onFailure(error) ? waitAfterFailures(failures) : undefined;
    } finally {
      isLooking = false;
    }
    isOver = wait === undefined;
    if (wait !== undefined && !ending.signal.aborted) timer = setTimeout(() => void run(), wait);
  };
  const onVisibility = (): void => {
    if (timer !== undefined) clearTimeout(timer);
    if (!page.hidden) void run();
  };

  page.addEventListener('visibilitychange', onVisibility);
  void run(true);
  return () => {
    ending.abort();
    if (timer !== undefined) clearTimeout(timer);
    page.removeEventListener('visibilitychange', onVisibility);
  };
}
