import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { QueueName } from '#shared/messages/queue-messages.ts';
import type { Queue } from '#shared/ports/queue.ts';

/** SQS takes at most 15 minutes of delay; some emulators accept more, so the limit is held here. */
export const MAX_DELAY_SECONDS = 900;

export function createSqsQueue(client: SQSClient, urlOf: (queue: QueueName) => string): Queue {
  return {
    async send(queue, message, options = {}) {
      const { delaySeconds = 0, groupId } = options;
      if (delaySeconds > MAX_DELAY_SECONDS) throw new RangeError(`delay of ${delaySeconds} s is over 15 minutes`);
      await client.send(
        new SendMessageCommand({
          QueueUrl: urlOf(queue),
          MessageBody: JSON.stringify(message),
          DelaySeconds: delaySeconds,
          ...(groupId === undefined ? {} : { MessageGroupId: groupId }),
        }),
      );
    },
  };
}
