import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Time ends the retries, not their number: 64 writers of one wallet, whose transactions take 20 ms each, need 3 s in all;
 * at 40 ms they need 4.5 s, and the last one 16 attempts.
 */
const GIVE_UP_MS = 6_000;
const FIRST_DELAY_MS = 10;
const LONGEST_DELAY_MS = 640;

/** The SDK repeats all of these but the first, within 0.4 s. */
const RETRYABLE_ERRORS: ReadonlySet<string> = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
]);
/** Inside a cancelled transaction the SDK repeats none of them. */
const RETRYABLE_REASONS: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** Other requests came first: DynamoDB left a part of a batch undone, or an item changed between its read and its write. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';
}

/**
 * The one retry policy of the table: full jitter, exponential backoff, 6 seconds. It covers what ends by itself: conflicts
 * with transactions, throttling, unprocessed parts of batches, and lost races. Lost answers and server errors are the SDK's to repeat.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
export async function withRetries<Answer>(
  attempt: () => Promise<Answer>,
  isRetryable: (error: unknown) => boolean = isContention,
): Promise<Answer> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error) || performance.now() > giveUpAt) throw error;
      await sleep(Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)));
    }
  }
}

/**
 * Repeats an optimistic write under the same policy: `attempt` reads, decides and writes, and is undefined when another
 * request has changed what it read.
 */
export function untilDecided<Answer>(attempt: () => Promise<Answer | undefined>): Promise<Answer> {
  return withRetries(async () => {
    const answer = await attempt();
    if (answer === undefined) throw new ContentionError('other requests kept changing the same items');
    return answer;
  });
}

/** Whether a transaction with this token has begun and its outcome is not known. */
export function isUndecided(error: unknown): boolean {
  return error instanceof Error && error.name === 'TransactionInProgressException';
}

/** Whether the write at this position was in another transaction at the same time. */
export function isConflictAt(position: number, error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false;
  return error.CancellationReasons?.[position]?.Code === 'TransactionConflict';
}

/** Whether DynamoDB refused a request only because of other requests at the same time. */
export function isContention(error: unknown): boolean {
  if (error instanceof ContentionError) return true;
  if (!(error instanceof TransactionCanceledException)) {
    return error instanceof Error && RETRYABLE_ERRORS.has(error.name);
  }
  const reasons = (error.CancellationReasons ?? []).flatMap(({ Code }) => (Code && Code !== 'None' ? [Code] : []));
  return reasons.length > 0 && reasons.every((reason) => RETRYABLE_REASONS.has(reason));
}
