/** `burst` requests at once, and from then on one in each `intervalMs`: a token bucket, counted by GCRA. */
export interface RateLimit {
  intervalMs: number;
  burst: number;
}

/** @param perMinute requests per minute @param burst requests at once; never more than those of a minute */
export function perMinute(requests: number, burst: number): RateLimit {
  return { intervalMs: 60_000 / requests, burst: Math.min(burst, requests) };
}

/** The outcome of one request. `fullAt`: when the whole burst is available again, epoch milliseconds. */
export interface Taken {
  isAllowed: boolean;
  fullAt: number;
}

/** Buckets that all function instances share. A key names a bucket. */
export interface RateStore {
  /**
   * Takes one request out of the bucket, if there is one. `known`: the last `fullAt` that the caller has seen. It saves a
   * request to the table when it still holds.
   */
  take(key: string, limit: RateLimit, now: number, known?: number): Promise<Taken>;
  /** Puts back what was taken and not used. `share`: the part of one request, 0 to 1. */
  refund(key: string, limit: RateLimit, share: number): Promise<void>;
}

/** Whether the bucket has room for another request. */
export function hasRoom(fullAt: number, { intervalMs, burst }: RateLimit, now: number): boolean {
  // Times have fractions of a millisecond, which floating-point sums round.
  return Math.max(fullAt - now, 0) <= (burst - 1) * intervalMs + 0.001;
}

/** The requests that are possible at once. */
export function remaining(fullAt: number, { intervalMs, burst }: RateLimit, now: number): number {
  return Math.max(0, Math.floor(burst - Math.max(fullAt - now, 0) / intervalMs + 0.001));
}

/** Whole seconds until another request is possible, at least 1. */
export function secondsUntilRoom(fullAt: number, { intervalMs, burst }: RateLimit, now: number): number {
  return Math.max(1, Math.ceil((fullAt - (burst - 1) * intervalMs - now) / 1000));
}

/** What an instance remembers of shared buckets. */
export interface RateLimiter {
  /**
   * `refused`: certain, because a bucket empties only faster by requests elsewhere. `likely`: half of the burst was left
   * when the instance saw the bucket last. `unknown`: ask the table.
   */
  expect(key: string, limit: RateLimit, now: number): { answer: 'refused' | 'likely' | 'unknown'; fullAt: number };
  take(key: string, limit: RateLimit, now: number): Promise<Taken>;
}

const ASK_AGAIN_WITHIN_MS = 500;
/** Buckets in the memory of one instance; 100 bytes each. */
const MOST_KNOWN = 10_000;

export function createRateLimiter(store: RateStore): RateLimiter {
  const known = new Map<string, number>();
  return {
    expect(key, limit, now) {
      const fullAt = known.get(key);
      if (fullAt === undefined) return { answer: 'unknown', fullAt: now };
      if (!hasRoom(fullAt, limit, now)) return { answer: 'refused', fullAt };
      return { answer: remaining(fullAt, limit, now) * 2 >= limit.burst ? 'likely' : 'unknown', fullAt };
    },
    async take(key, limit, now) {
      const { isAllowed, fullAt: stored } = await store.take(key, limit, now, known.get(key));
      // After a refusal not all instances ask for the next free request at once.
      const fullAt = isAllowed ? stored : stored + Math.random() * ASK_AGAIN_WITHIN_MS;
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, Math.max(fullAt, known.get(key) ?? 0));
      return { isAllowed, fullAt };
    },
  };
}
