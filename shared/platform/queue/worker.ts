import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { once } from '#shared/platform/environment.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import { logger, reportFailure, withLogContext } from '#shared/platform/observability/telemetry.ts';
import { deadLetterQueue, type DeadLetterQueue } from '#shared/platform/queue/dead-letter-queue.ts';
import { queueMessages, type QueueMessage, type QueueName } from '#shared/platform/queue/messages.ts';

const SqsEvent = v.object({
  Records: v.array(
    v.object({
      messageId: v.string(),
      body: v.string(),
      attributes: v.object({ ApproximateReceiveCount: v.pipe(v.string(), v.transform(Number)) }),
    }),
  ),
});

type SqsRecord = v.InferOutput<typeof SqsEvent>['Records'][number];

export interface BatchAnswer {
  batchItemFailures: Array<{ itemIdentifier: string }>;
}

export interface WorkerDefinition<Name extends QueueName, Deps> {
  /** The manifest row of this worker. */
  id: string;
  queue: Name;
  /** Makes the real dependencies; called once, on the first batch. */
  deps: () => Deps;
  /** Does the work of one message. Must be safe to run twice. Throw `RetryLater` to retry later; any other error is a crash. */
  handle: (message: QueueMessage<Name>, deps: Deps, delivery: { receiveCount: number }) => Promise<void>;
}

type BatchHandler = (event: unknown, context?: Context) => Promise<BatchAnswer>;

export interface Worker<Name extends QueueName, Deps> extends BatchHandler {
  queue: Name;
  /** The same worker on other dependencies, for tests. */
  with(deps: Deps, dlq: DeadLetterQueue<QueueMessage<Name>>): BatchHandler;
}

/**
 * One SQS worker. A message that does not parse goes to the dead-letter queue with the reason; a message for later is
 * sent again with a delay and acknowledged; a crash fails that message alone, and SQS delivers it again.
 */
export function defineWorker<Name extends QueueName, Deps>(
  definition: WorkerDefinition<Name, Deps>,
): Worker<Name, Deps> {
  const workerOn = (deps: () => Deps, dlq: () => DeadLetterQueue<QueueMessage<Name>>): BatchHandler => {
    const work = messageWork(definition, deps, dlq);
    return async (event) => {
      const { Records } = v.parse(SqsEvent, event);
      const outcomes = await Promise.all(Records.map((record) => settle(definition.id, record, work)));
      return { batchItemFailures: outcomes.flatMap((failed) => failed ?? []) };
    };
  };
  const real = workerOn(once(definition.deps), () => deadLetterQueue(definition.queue));
  return Object.assign(real, {
    queue: definition.queue,
    with: (deps: Deps, dlq: DeadLetterQueue<QueueMessage<Name>>) =>
      workerOn(
        () => deps,
        () => dlq,
      ),
  });
}

function messageWork<Name extends QueueName, Deps>(
  { queue, handle }: WorkerDefinition<Name, Deps>,
  deps: () => Deps,
  dlq: () => DeadLetterQueue<QueueMessage<Name>>,
) {
  return async ({ body, attributes }: SqsRecord): Promise<void> => {
    const parsed = parseMessage(queue, body);
    if ('reason' in parsed) {
      logger.error('queue message does not parse', { queue, reason: parsed.reason });
      await dlq().moveToDlq(body, parsed.reason);
      return;
    }
    try {
      await handle(parsed.message, deps(), { receiveCount: attributes.ApproximateReceiveCount });
    } catch (error) {
      if (!(error instanceof RetryLater)) throw error;
      logger.info('queue message rescheduled', { reason: error.message, delaySeconds: error.delaySeconds });
      await dlq().requeue(parsed.message, error.delaySeconds);
    }
  };
}

async function settle(functionId: string, record: SqsRecord, work: (record: SqsRecord) => Promise<void>) {
  return withLogContext({ functionId, requestId: record.messageId }, async () => {
    try {
      await work(record);
      return undefined;
    } catch (error) {
      reportFailure('MessageFailed', 'queue message failed', { error });
      return { itemIdentifier: record.messageId };
    }
  });
}

function parseMessage<Name extends QueueName>(
  queue: Name,
  body: string,
): { message: QueueMessage<Name> } | { reason: string } {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return { reason: 'not JSON' };
  }
  const result = v.safeParse(queueMessages[queue], json);
  if (result.success) return { message: result.output };
  return { reason: v.summarize(result.issues) };
}
