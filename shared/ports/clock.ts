/** The present moment. Rules get it as an argument, so that tests can shift it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** The milliseconds in which so much of a call passes: 1,000 a second. The local stack runs calls faster than the wall clock. */
  callMs(seconds: number): number;
}
