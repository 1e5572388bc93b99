import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { describeIssues, once } from '#shared/platform/environment.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import { logger, metrics, reportFailure, withLogContext } from '#shared/platform/observability/telemetry.ts';
import { LATE_SECONDS, queueMessages, type QueueMessage, type QueueName } from '#shared/platform/queue/messages.ts';
import { deadLetterQueue, type DeadLetterQueue } from '#shared/platform/queue/queue.ts';

const number = v.pipe(v.string(), v.transform(Number));
const numberAttribute = v.optional(v.object({ stringValue: number }));
const SqsEvent = v.object({
  Records: v.array(
    v.object({
      messageId: v.string(),
      body: v.string(),
      attributes: v.object({ ApproximateReceiveCount: number, SentTimestamp: v.optional(number) }),
      messageAttributes: v.optional(v.object({ delaySeconds: numberAttribute, requeues: numberAttribute }), {}),
    }),
  ),
});

/** Less is the polling of Lambda, and a cold start. */
const LATE_FROM_MS = 5_000;
/** Ends loops; Lambda does not. The longest one meant, a stopped campaign with a lost call, takes 1,845 rounds of 2 s. */
const MAX_REQUEUES = 5_000;

type SqsRecord = v.InferOutput<typeof SqsEvent>['Records'][number];

export interface BatchAnswer {
  batchItemFailures: Array<{ itemIdentifier: string }>;
}

interface WorkerDefinition<Name extends QueueName, Deps> {
  id: string;
  queue: Name;
  deps: () => Deps;
  /** Must be safe to run twice. Throw `RetryLater` to retry later; any other error is a crash. */
  handle: (message: QueueMessage<Name>, deps: Deps, delivery: { receiveCount: number }) => Promise<void>;
}

type BatchHandler = (event: unknown, context?: Context) => Promise<BatchAnswer>;

export interface Worker<Name extends QueueName, Deps> extends BatchHandler {
  queue: Name;
  with(deps: Deps, dlq: DeadLetterQueue<QueueMessage<Name>>): BatchHandler;
}

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
  return async (record: SqsRecord): Promise<void> => {
    const { body, attributes, messageAttributes } = record;
    measureLateness(queue, record);
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
      const requeues = (messageAttributes.requeues?.stringValue ?? 0) + 1;
      if (requeues > MAX_REQUEUES) throw new Error(`requeued ${MAX_REQUEUES} times`, { cause: error });
      logger.info('queue message rescheduled', { reason: error.message, delaySeconds: error.delaySeconds, requeues });
      await dlq().requeue(parsed.message, error.delaySeconds, requeues);
    }
  };
}

/** From the time when the message became visible: the age that SQS reports includes its delay, up to 15 minutes. */
function measureLateness(queue: QueueName, { attributes, messageAttributes }: SqsRecord): void {
  if (attributes.SentTimestamp === undefined) return;
  const dueAt = attributes.SentTimestamp + (messageAttributes.delaySeconds?.stringValue ?? 0) * 1000;
  const lateness = Date.now() - dueAt;
  if (lateness >= LATE_FROM_MS) metrics.duration('MessageLate', lateness, { queue });
  if (lateness >= LATE_SECONDS[queue] * 1000) metrics.count('MessageTooLate', { queue });
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
  return { reason: describeIssues(result.issues) };
}
