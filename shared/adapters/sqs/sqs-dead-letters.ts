import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { MAX_DELAY_SECONDS } from '#shared/adapters/sqs/sqs-queue.ts';

/** What a worker does with a message that it cannot finish now, or ever. */
export interface DeadLetters<Message> {
  /** Puts a body that does not parse on the dead-letter queue, the reason in the attribute `reason`. */
  bury(body: string, reason: string): Promise<void>;
  /** Puts the message on the queue anew, visible after the delay. */
  sendAgain(message: Message, delaySeconds: number): Promise<void>;
}

export function createSqsDeadLetters<Message>(
  client: SQSClient,
  urls: { queue: () => string; deadLetterQueue: () => string },
  groupOf: (message: Message) => string | undefined,
): DeadLetters<Message> {
  return {
    async bury(body, reason) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: urls.deadLetterQueue(),
          MessageBody: body,
          MessageAttributes: { reason: { DataType: 'String', StringValue: reason.slice(0, 1024) } },
        }),
      );
    },
    async sendAgain(message, delaySeconds) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: urls.queue(),
          MessageBody: JSON.stringify(message),
          MessageGroupId: groupOf(message),
          DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(delaySeconds))),
        }),
      );
    },
  };
}
