import type { QueueMessage, QueueName } from '#shared/messages/queue-messages.ts';

export interface SendOptions {
  /** Fair-queue group: the user, so that one busy user does not hold up the others. */
  groupId?: string;
  /** Whole seconds before the message becomes visible, 0 to 900. */
  delaySeconds?: number;
}

/** Puts work on one of the service's queues. Delivery is at least once, in no order. */
export interface Queue {
  send<Name extends QueueName>(queue: Name, message: QueueMessage<Name>, options?: SendOptions): Promise<void>;
}
