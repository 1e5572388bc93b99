import type { QueueName } from '#shared/messages/queue-messages.ts';

export interface QueueState {
  queue: QueueName;
  /** Messages that a worker could take now, that workers have, and that are delayed. */
  waiting: number;
  inWork: number;
  delayed: number;
  deadLetters: number;
}

/** A message that no worker could deal with. */
export interface Letter {
  id: string;
  body: string;
  /** Why it did not parse; null when its worker crashed. */
  reason: string | null;
  /** When it was first sent, in epoch milliseconds; null when the queue does not say. */
  sentAt: number | null;
  /** How often it was received, by workers and by whoever looked at it. */
  receiveCount: number;
}

/** The queues as operators see them. */
export interface LetterDesk {
  state(queue: QueueName): Promise<QueueState>;
  /** The dead letters of a queue, oldest first, 1,000 at most. They stay where they are. */
  read(queue: QueueName): Promise<Letter[]>;
  /**
   * Sends the letters that are wanted to their queue again, one by one: each is sent before it is deleted, so that a crash
   * in between doubles one, which workers are made for, and loses none. Gives those that were sent.
   */
  redrive(queue: QueueName, isWanted: (letter: Letter) => boolean): Promise<Letter[]>;
}
