import type { QueueMessage, QueueName } from '#shared/messages/queue-messages.ts';

/** The fair-queue group of a message: its user, so that one busy user does not hold up the others. */
export function messageGroup(message: QueueMessage<QueueName>): { groupId?: string } {
  return 'userId' in message ? { groupId: String(message.userId) } : {};
}
