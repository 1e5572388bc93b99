import { createSqsDeadLetters, type DeadLetters as Letters } from '#shared/adapters/sqs/sqs-dead-letters.ts';
import { messageGroup } from '#shared/messages/message-group.ts';
import type { QueueMessage, QueueName } from '#shared/messages/queue-messages.ts';
import { sqs } from '#shared/runtime/clients.ts';
import { environment } from '#shared/runtime/environment.ts';

export type DeadLetters<Name extends QueueName> = Letters<QueueMessage<Name>>;

export function deadLetters<Name extends QueueName>(queue: Name): DeadLetters<Name> {
  const urls = {
    queue: () => environment.queueUrl(queue),
    deadLetterQueue: () => environment.deadLetterQueueUrl(queue),
  };
  return createSqsDeadLetters(sqs(), urls, (message) => messageGroup(message).groupId);
}
