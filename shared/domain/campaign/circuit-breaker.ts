/** The span that runs and the four before it. */
const SPANS_BEFORE = 4;
const LEAST_CALLS = 20;

/** The beginning of the minute that this moment is in. */
export function outcomeSpan(now: number, minuteMs: number): number {
  return Math.floor(Math.floor(now / minuteMs) * minuteMs);
}

/** The beginning of the five minutes that a judgement looks at. */
export function spansLookedAt(span: number, minuteMs: number): number {
  return Math.floor(span - SPANS_BEFORE * minuteMs);
}

/** Whether the carrier fails so many calls that a campaign should not go on: half of at least twenty. */
export function isBroken({ calls, failed }: { calls: number; failed: number }): boolean {
  return calls >= LEAST_CALLS && failed * 2 >= calls;
}
