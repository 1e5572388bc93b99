import type { QueueMessage, QueueName } from '#shared/messages/queue-messages.ts';

/** Delivers a queue message at a later moment. Fires at least once, and never early by more than a second. */
export interface Timer {
  /** @param dueAt epoch milliseconds; a moment in the past fires at once. */
  at<Name extends QueueName>(dueAt: number, queue: Name, message: QueueMessage<Name>): Promise<void>;
  /** Like `at`, in seconds of a call from now. */
  afterCallSeconds<Name extends QueueName>(seconds: number, queue: Name, message: QueueMessage<Name>): Promise<void>;
  /** The seconds of a call by which a timer may be late. */
  readonly latenessSeconds: number;
}
