import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { sqs, environment } from '#shared/platform/environment.ts';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';
import { MAX_DELAY_SECONDS, messageGroup, numberAttributes } from '#shared/platform/queue/queue.ts';

/** Where a worker puts messages that it cannot process now, or at all. */
export interface DeadLetterQueue<Message> {
  /** Puts a body that does not parse on the dead-letter queue, with the reason in the attribute `reason`. */
  moveToDlq(body: string, reason: string): Promise<void>;
  /** Puts a new copy of the message on the queue, visible after the delay. `requeues`: how many copies there were, with this one. */
  requeue(message: Message, delaySeconds: number, requeues: number): Promise<void>;
}

export function deadLetterQueue<Name extends QueueName>(queue: Name): DeadLetterQueue<QueueMessage<Name>> {
  const urls = {
    queue: () => environment.queueUrl(queue),
    deadLetterQueue: () => environment.deadLetterQueueUrl(queue),
  };
  return createSqsDeadLetterQueue(sqs(), urls, (message) => messageGroup(message).groupId);
}

export function createSqsDeadLetterQueue<Message>(
  client: SQSClient,
  urls: { queue: () => string; deadLetterQueue: () => string },
  groupOf: (message: Message) => string | undefined,
): DeadLetterQueue<Message> {
  return {
    async moveToDlq(body, reason) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: urls.deadLetterQueue(),
          MessageBody: body,
          MessageAttributes: { reason: { DataType: 'String', StringValue: reason.slice(0, 1024) } },
        }),
      );
    },
    async requeue(message, wantedSeconds, requeues) {
      const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(wantedSeconds)));
      await client.send(
        new SendMessageCommand({
          QueueUrl: urls.queue(),
          MessageBody: JSON.stringify(message),
          MessageGroupId: groupOf(message),
          DelaySeconds: delaySeconds,
          MessageAttributes: numberAttributes({ delaySeconds, requeues }),
        }),
      );
    },
  };
}
