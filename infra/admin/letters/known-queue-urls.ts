import { GetQueueUrlCommand, QueueDoesNotExist, type SQSClient } from '@aws-sdk/client-sqs';
import type { QueueUrls } from '#infra/admin/letters/sqs-letter-desk.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';

/** The variable of the functions with the URL of a queue, or of its dead-letter queue. */
export function queueVariable(name: string, kind: 'QUEUE' | 'DLQ'): string {
  return `${name.toUpperCase().replaceAll('-', '_')}_${kind}_URL`;
}

/**
 * The queues by the variables of the functions, where they are set. A deployment names its queues after its table
 * (`ringback-dev-place-call`).
 */
export function knownQueueUrls(client: SQSClient, deployment: string | undefined): QueueUrls {
  const prefix = deployment === undefined ? '' : `${deployment}-`;
  return {
    queue: async (queue) => process.env[queueVariable(queue, 'QUEUE')] ?? findUrl(client, `${prefix}${queue}`),
    deadLetters: async (queue) =>
      process.env[queueVariable(queue, 'DLQ')] ?? findUrl(client, `${prefix}${queue}-dead-letters`),
  };
}

async function findUrl(client: SQSClient, QueueName: string): Promise<string> {
  try {
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName }));
    if (QueueUrl !== undefined) return QueueUrl;
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error;
  }
  throw new OpsRefusal(`there is no queue ${QueueName}`);
}
