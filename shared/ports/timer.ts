import type { QueueMessage, QueueName } from '#shared/messages/queue-messages.ts';

/** Delivers a queue message at a later moment. Fires at least once, and never early by more than a second. */
export interface Timer {
  /** @param dueAt epoch milliseconds; a moment in the past fires at once. */
  at<Name extends QueueName>(dueAt: number, queue: Name, message: QueueMessage<Name>): Promise<void>;
  /**
   * Like `at`, in seconds of call time from now. The local stack runs call time faster than the clock on the wall,
   * so that a silence of 40 seconds takes two.
   */
  afterCallSeconds<Name extends QueueName>(seconds: number, queue: Name, message: QueueMessage<Name>): Promise<void>;
}
