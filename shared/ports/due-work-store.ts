import type { QueueMessage, QueueName } from '#shared/messages/queue-messages.ts';

/** Work that is due later than a queue can delay it. */
export interface DueWork<Name extends QueueName = QueueName> {
  dueAt: number;
  queue: Name;
  message: QueueMessage<Name>;
}

export interface DueWorkStore {
  add<Name extends QueueName>(work: DueWork<Name>): Promise<void>;
  /**
   * Hands every item due by `now` to `release` and removes it afterwards, so that a crash in between releases it again.
   * Gives the number of released items.
   */
  drain(now: number, release: (work: DueWork) => Promise<void>): Promise<number>;
}
