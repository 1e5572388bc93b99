import { StandardRetryStrategy } from '@smithy/core/retry';

/** Five attempts take at most 25 + 50 + 100 + 200 = 375 ms of waiting. */
const ATTEMPTS = 5;
const FIRST_DELAY_MS = 25;

/**
 * How AWS clients repeat a request. The SDK's own wait before it repeats a throttled request begins at 1 s and doubles: five
 * attempts take up to 15 s, in which a customer hears nothing and most functions end by their timeout. What still fails is
 * repeated by the policy of the table, or by the queue.
 * https://aws.amazon.com/blogs/developer/updated-default-retry-behavior-for-aws-sdks-and-tools/
 */
export function quickRetries() {
  const backoff = {
    computeNextBackoffDelay: (repetition: number) => Math.floor(Math.random() * FIRST_DELAY_MS * 2 ** repetition),
    /** The SDK asks for another base per kind of error. */
    setDelayBase: () => undefined,
  };
  return { maxAttempts: ATTEMPTS, retryStrategy: new StandardRetryStrategy({ maxAttempts: ATTEMPTS, backoff }) };
}
