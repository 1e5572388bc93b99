import { createSqsQueue } from '#shared/adapters/sqs/sqs-queue.ts';
import type { Queue } from '#shared/ports/queue.ts';
import { sqs } from '#shared/runtime/clients.ts';
import { environment } from '#shared/runtime/environment.ts';

export function queue(): Queue {
  return createSqsQueue(sqs(), environment.queueUrl);
}
