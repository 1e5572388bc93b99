import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';

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

/** The fair-queue group of a message: its user, so that one busy user does not hold up the others. */
export function messageGroup(message: QueueMessage<QueueName>): { groupId?: string } {
  return 'userId' in message ? { groupId: String(message.userId) } : {};
}
