import { SendMessageCommand, type MessageAttributeValue, type SQSClient } from '@aws-sdk/client-sqs';
import { messageJson } from '#shared/platform/aws-json.ts';
import { environment, sqs } from '#shared/platform/environment.ts';
import { sendFast } from '#shared/platform/fast-requests.ts';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';

export interface SendOptions {
  /** The fair-queue group, so that a busy user does not delay the others. By default the user of the message. */
  groupId?: string;
  delaySeconds?: number;
}

/** Delivery is at least once, unordered. */
export interface Queue {
  send<Name extends QueueName>(queue: Name, message: QueueMessage<Name>, options?: SendOptions): Promise<void>;
}

/** The longest delay of SQS, 15 minutes. Checked here because some emulators accept more. */
export const MAX_DELAY_SECONDS = 900;

export function createSqsQueue(client: SQSClient, urlOf: (queue: QueueName) => string): Queue {
  return {
    async send(queue, message, options = {}) {
      const { delaySeconds = 0, groupId = messageGroup(message).groupId } = options;
      if (delaySeconds > MAX_DELAY_SECONDS) throw new RangeError(`delay of ${delaySeconds} s is over 15 minutes`);
      await client.send(
        new SendMessageRequest({
          QueueUrl: urlOf(queue),
          MessageBody: JSON.stringify(message),
          DelaySeconds: delaySeconds,
          MessageAttributes: numberAttributes({ delaySeconds }),
          ...(groupId === undefined ? {} : { MessageGroupId: groupId }),
        }),
      );
    },
  };
}

export interface DeadLetterQueue<Message> {
  moveToDlq(body: string, reason: string): Promise<void>;
  /** A new copy, visible after the delay. `requeues`: how many copies there were, with this one. */
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
        new SendMessageRequest({
          QueueUrl: urls.deadLetterQueue(),
          MessageBody: body,
          MessageAttributes: { reason: { DataType: 'String', StringValue: reason.slice(0, 1024) } },
        }),
      );
    },
    async requeue(message, wantedSeconds, requeues) {
      const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(wantedSeconds)));
      await client.send(
        new SendMessageRequest({
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

/** SQS prefers the messages of users that occupy few workers. A message without a group is a group of its own.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html */
export function messageGroup(message: QueueMessage<QueueName>): { groupId?: string } {
  return 'userId' in message ? { groupId: String(message.userId) } : {};
}

/** For the worker: SQS does not tell a receiver that a message was delayed. */
function numberAttributes(numbers: {
  delaySeconds?: number;
  requeues?: number;
}): Record<string, MessageAttributeValue> {
  const given = Object.entries(numbers).filter(([, value]) => value > 0);
  return Object.fromEntries(given.map(([name, value]) => [name, { DataType: 'Number', StringValue: String(value) }]));
}

type Context = Parameters<SendMessageCommand['resolveMiddleware']>;

/** Goes around the SDK's middleware where it can (decision 0056). */
export class SendMessageRequest extends SendMessageCommand {
  override resolveMiddleware(...[stack, ...rest]: Context) {
    const request = { operation: 'SendMessage', form: messageJson };
    return sendFast(request, [stack, ...rest], (through) => super.resolveMiddleware(through, ...rest));
  }
}
