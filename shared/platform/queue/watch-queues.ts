import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import { queueMessages, type QueueName } from '#shared/platform/queue/messages.ts';

export const queueNames: readonly QueueName[] = v.keyof(v.object(queueMessages)).options;

/** The messages of a queue that wait and that workers have received, and those of its dead-letter queue. */
interface QueueDepths {
  waiting: number;
  inWork: number;
  dead: number;
}

export interface QueueDepth {
  of(queue: QueueName): Promise<QueueDepths>;
}

export interface WatchQueuesDeps {
  depth: QueueDepth;
  metrics: Metrics;
  logger: Logger;
  pause: (milliseconds: number) => Promise<void>;
}

/** SQS counts approximately, and a message waits for an instant before a worker gets it. */
const SECOND_LOOK_MS = 20_000;

/**
 * One metric each for all queues: alarms are paid by the metric, and CloudWatch has one for each queue. The log names the queue.
 * A queue has stopped when messages wait and no worker has any, twice.
 */
export async function watchQueues(deps: WatchQueuesDeps): Promise<void> {
  const seen = await Promise.all(queueNames.map(async (queue) => ({ queue, ...(await deps.depth.of(queue)) })));
  for (const { queue, dead } of seen.filter((one) => one.dead > 0)) {
    deps.metrics.count('DeadLetters', { queue }, dead);
    deps.logger.error('messages are dead letters', { queue, messages: dead });
  }
  const idle = seen.filter(isIdle);
  if (idle.length === 0) return;
  await deps.pause(SECOND_LOOK_MS);
  for (const { queue } of idle) {
    const now = await deps.depth.of(queue);
    if (!isIdle(now)) continue;
    deps.metrics.count('QueueStopped', { queue });
    deps.logger.error('messages wait and no worker receives them', { queue, messages: now.waiting });
  }
}

const isIdle = ({ waiting, inWork }: QueueDepths) => waiting > 0 && inWork === 0;

interface QueueUrls {
  queue: (queue: QueueName) => string;
  deadLetters: (queue: QueueName) => string;
}

export function createSqsQueueDepth(client: SQSClient, urls: QueueUrls): QueueDepth {
  const read = async (QueueUrl: string) => {
    const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] });
    const { Attributes = {} } = await client.send(command);
    const [waiting, inWork] = AttributeNames.map((name) => Number(Attributes[name] ?? 0));
    return { waiting: waiting ?? 0, inWork: inWork ?? 0 };
  };
  return {
    async of(queue) {
      const [own, dead] = await Promise.all([read(urls.queue(queue)), read(urls.deadLetters(queue))]);
      // Also those that an operator looks at.
      return { ...own, dead: dead.waiting + dead.inWork };
    },
  };
}
