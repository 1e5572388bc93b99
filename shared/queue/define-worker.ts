import middy from '@middy/core';
import * as v from 'valibot';
import { queueMessages, type QueueMessage, type QueueName } from '#shared/messages/queue-messages.ts';
import { RetryLater } from '#shared/domain/errors/retry-later.ts';
import { deadLetters, type DeadLetters } from '#shared/runtime/dead-letters.ts';
import { lambdaContext, withoutEarlyTimeout } from '#shared/runtime/lambda-context.ts';
import { withLogContext } from '#shared/runtime/log-context.ts';
import { logger } from '#shared/runtime/logger.ts';
import { metrics } from '#shared/runtime/metrics.ts';

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
  /** Does the work of one message. Must be safe to run twice. Throw `RetryLater` for «later»; any other error is a crash. */
  handle: (message: QueueMessage<Name>, deps: Deps, delivery: { receiveCount: number }) => Promise<void>;
}

export interface Worker<Name extends QueueName, Deps> {
  (event: unknown, context?: unknown): Promise<BatchAnswer>;
  queue: Name;
  /** The same worker on other dependencies, for tests. */
  with(deps: Deps, letters: DeadLetters<Name>): (event: unknown) => Promise<BatchAnswer>;
}

/**
 * One SQS worker. A message that does not parse goes to the dead-letter queue with the reason; a message for later is
 * sent anew with a delay and acknowledged; a crash fails that message alone, and SQS delivers it again.
 */
export function defineWorker<Name extends QueueName, Deps>(
  definition: WorkerDefinition<Name, Deps>,
): Worker<Name, Deps> {
  let deps: Deps | undefined;
  const real = workerHandler(
    definition,
    () => (deps ??= definition.deps()),
    () => deadLetters(definition.queue),
  );
  return Object.assign(real, {
    queue: definition.queue,
    with: (other: Deps, letters: DeadLetters<Name>) =>
      workerHandler(
        definition,
        () => other,
        () => letters,
      ),
  });
}

function workerHandler<Name extends QueueName, Deps>(
  definition: WorkerDefinition<Name, Deps>,
  deps: () => Deps,
  letters: () => DeadLetters<Name>,
): (event: unknown) => Promise<BatchAnswer> {
  const process = async (record: SqsRecord) => {
    const parsed = parseMessage(definition.queue, record.body);
    if ('reason' in parsed) {
      logger.error('queue message does not parse', { queue: definition.queue, reason: parsed.reason });
      await letters().bury(record.body, parsed.reason);
      return;
    }
    try {
      await definition.handle(parsed.message, deps(), { receiveCount: record.attributes.ApproximateReceiveCount });
    } catch (error) {
      if (!(error instanceof RetryLater)) throw error;
      logger.info('queue message put off', { reason: error.message, delaySeconds: error.delaySeconds });
      await letters().sendAgain(parsed.message, error.delaySeconds);
    }
  };
  const chain = middy<v.InferOutput<typeof SqsEvent>, BatchAnswer>(withoutEarlyTimeout).handler(async (event) => {
    const outcomes = await Promise.all(event.Records.map((record) => settle(definition.id, record, process)));
    return { batchItemFailures: outcomes.flatMap((failed) => failed ?? []) };
  });
  return (input) => chain(v.parse(SqsEvent, input), lambdaContext(''));
}

async function settle(functionId: string, record: SqsRecord, process: (record: SqsRecord) => Promise<void>) {
  return withLogContext({ functionId, requestId: record.messageId }, async () => {
    try {
      await process(record);
      return undefined;
    } catch (error) {
      metrics.count('MessageFailed', { function: functionId });
      logger.error('queue message failed', { error });
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
