import type { QueueMessage, QueueName } from '#shared/messages/queue-messages.ts';
import type { Queue, SendOptions } from '#shared/ports/queue.ts';

export interface SentMessage {
  queue: QueueName;
  message: QueueMessage<QueueName>;
  options: SendOptions;
}

export interface MemoryQueue extends Queue {
  /** Everything sent so far, in order. */
  sent: SentMessage[];
}

export function createMemoryQueue(): MemoryQueue {
  const sent: SentMessage[] = [];
  return {
    sent,
    async send(queue, message, options = {}) {
      sent.push({ queue, message: structuredClone(message), options });
    },
  };
}
