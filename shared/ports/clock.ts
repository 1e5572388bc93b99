/** The present moment, in epoch milliseconds. Rules get it as an argument, so that tests can shift it. */
export interface Clock {
  now(): number;
}
