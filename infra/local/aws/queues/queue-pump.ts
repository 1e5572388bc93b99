import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { FunctionRuntime } from '#infra/local/aws/lambda/function-runtime.ts';
import { invocationsOf, MAX_INVOCATIONS_OF_A_CHAIN } from '#infra/local/aws/lambda/lineage.ts';
import type { DeliveryFaults } from '#infra/local/aws/queues/delivery.ts';
import { createFairQueue } from '#infra/local/aws/queues/fair-queue.ts';
import { createQueueClient, type QueueClient, type ReceivedMessage } from '#infra/local/aws/queues/queue-client.ts';
import { sqsEvent, traceOf } from '#infra/local/aws/queues/sqs-event.ts';
import { type QueueRow, visibilityTimeoutSeconds } from '#shared/manifest/manifest-row.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

export interface QueuePump {
  /** Stops receiving, and waits for the batches under way. */
  stop(): Promise<void>;
}

/** Parallel batches of one queue where the stage has no limit, like the concurrency of a Lambda event source. */
const MAX_BATCHES = 50;
/** Messages that the pump holds to choose from, 1 KB each. SQS allows 120,000 received ones. */
const MAX_HELD = 50_000;
/** The longest visibility timeout of SQS. A held message gets that of its queue when a worker gets it. */
const HELD_SECONDS = 43_200;
const PAUSE_AFTER_ERROR_MS = 500;
/** With faults many deliveries fail, and the visibility timeout of minutes would only make the run longer. */
const RETURN_AFTER_FAULT_SECONDS = 1;
/** How long a stop waits for batches. Messages of unfinished batches are delivered again at the next start. */
const STOP_GRACE_MS = 5000;

const BatchAnswer = v.nullish(
  v.object({ batchItemFailures: v.nullish(v.array(v.object({ itemIdentifier: v.string() }))) }),
);

interface PumpOptions {
  row: QueueRow;
  queueUrl: string;
  deadLetterQueueUrl: string;
  runtime: FunctionRuntime;
  /** Batches at once, as the stage limits them. */
  workersAtOnce?: number | undefined;
  faults?: DeliveryFaults | undefined;
  /** Called when Lambda would have stopped a worker that keeps waking itself. */
  onStoppedLoop?: (functionId: string) => void;
}

type Pump = PumpOptions & { client: QueueClient };

/**
 * Lambda's SQS event source: invokes the worker with a queue's messages, and deletes those that did not fail. SQS prefers the
 * messages of quiet users; the emulator does not. So the pump receives ahead of the workers, and serves users in turn.
 */
export function startQueuePump(of: PumpOptions): QueuePump {
  const options: Pump = { ...of, client: createQueueClient(of) };
  const stopping = new AbortController();
  const batches = createBatches(options, stopping.signal);
  const receiving = receiveUntilStopped();

  async function receiveUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      await batches.untilFewerWaitThan(MAX_HELD);
      const messages = await receive(options, stopping.signal);
      const late = messages.splice(batches.room());
      batches.add(messages);
      if (late.length === 0) continue;
      await setVisibility(late, HELD_SECONDS, options);
      batches.add(late, { areHeld: true });
    }
  }

  return {
    async stop() {
      stopping.abort();
      await receiving;
      await Promise.race([batches.untilDone(), sleep(STOP_GRACE_MS, undefined, { ref: false })]);
      options.client.close();
    },
  };
}

/** The batches under way, and the messages that wait for a worker. */
function createBatches(options: Pump, stopping: AbortSignal) {
  const { row, workersAtOnce = MAX_BATCHES } = options;
  const running = new Set<Promise<void>>();
  const waiting = createFairQueue(groupOf);
  /** Waiting messages with a prolonged visibility timeout. */
  const held = new Set<ReceivedMessage>();

  function start(): void {
    while (running.size < workersAtOnce && waiting.size() > 0 && !stopping.aborted) {
      const work = workOnWaiting(waiting.take(row.batchSize)).finally(() => {
        running.delete(work);
        start();
      });
      running.add(work);
    }
  }

  async function workOnWaiting(batch: ReceivedMessage[]): Promise<void> {
    const late = batch.filter((message) => held.delete(message));
    if (late.length > 0) await setVisibility(late, visibilityTimeoutSeconds(row), options);
    await deliver(await stopLoops(batch, options), options);
  }

  return {
    /** The messages that a worker gets at once. */
    room: () => (waiting.size() > 0 ? 0 : (workersAtOnce - running.size) * row.batchSize),
    add(messages: readonly ReceivedMessage[], { areHeld = false } = {}) {
      for (const message of messages) {
        if (areHeld) held.add(message);
        waiting.add(message);
      }
      start();
    },
    async untilFewerWaitThan(most: number) {
      while (waiting.size() >= most && !stopping.aborted) await Promise.race(running);
    },
    untilDone: () => Promise.all(running),
  };
}

const UserMessage = v.pipe(v.string(), v.parseJson(), v.object({ userId: v.number() }));

/** The user of a message. The emulator drops the group of messages, so it is read from the body. */
function groupOf({ Attributes, Body, MessageId }: ReceivedMessage): string {
  if (Attributes['MessageGroupId'] !== undefined) return Attributes['MessageGroupId'];
  const message = v.safeParse(UserMessage, Body);
  return message.success ? String(message.output.userId) : `message ${MessageId}`;
}

async function receive({ client, row }: Pump, signal: AbortSignal): Promise<ReceivedMessage[]> {
  try {
    return await client.receive(signal);
  } catch (error) {
    if (signal.aborted) return [];
    logger.error('queue cannot be read', { queue: row.queue, error });
    await sleep(PAUSE_AFTER_ERROR_MS);
    return [];
  }
}

/** A message whose timeout cannot be set may be delivered twice, as in SQS. */
async function setVisibility(messages: ReceivedMessage[], seconds: number, { client, row }: Pump) {
  try {
    await client.setVisibility(messages, seconds);
  } catch (error) {
    logger.error('visibility timeout cannot be set', { queue: row.queue, error });
  }
}

/**
 * Moves the messages aside whose chain has invoked the worker too often. Lambda refuses their invocation until their deliveries
 * are used up, which ends the same way.
 */
async function stopLoops(batch: ReceivedMessage[], options: Pump): Promise<ReceivedMessage[]> {
  const { row, client } = options;
  if (row.recursiveLoop === 'Allow') return batch;
  const isLoop = (message: ReceivedMessage) => invocationsOf(row.id, traceOf(message)) >= MAX_INVOCATIONS_OF_A_CHAIN;
  const loops = batch.filter(isLoop);
  if (loops.length === 0) return batch;
  logger.error('RecursiveInvocationException: the worker keeps waking itself', { functionId: row.id });
  options.onStoppedLoop?.(row.id);
  await client.moveToDeadLetters(loops);
  return batch.filter((message) => !loops.includes(message));
}

/** Delivers a batch once, unless there are faults. */
async function deliver(batch: ReceivedMessage[], options: Pump): Promise<void> {
  if (batch.length === 0) return;
  const { lateMs = 0, secondAfterMs, death } = options.faults?.ofDelivery(options.row.queue) ?? {};
  if (lateMs > 0) await sleep(lateMs);
  const second = secondAfterMs === undefined ? undefined : sleep(secondAfterMs).then(() => workOn(batch, options));
  const whenKilled =
    death && ((invocationId: string) => options.faults?.whenKilled(invocationId, death) ?? neverKilled());
  await Promise.all([workOn(batch, { ...options, whenKilled }), second]);
}

const neverKilled = () => Promise.withResolvers<never>().promise;

type Work = Pump & { whenKilled?: ((invocationId: string) => Promise<never>) | undefined };

/** A worker that throws or returns an invalid answer fails the batch: its messages return after their visibility timeout. */
async function workOn(batch: ReceivedMessage[], { whenKilled, ...options }: Work): Promise<void> {
  const { row, runtime } = options;
  let done: ReceivedMessage[] = [];
  try {
    const answer = v.parse(BatchAnswer, await runtime.invoke(row, sqsEvent(batch, row.queue), { whenKilled }));
    const failed = new Set(answer?.batchItemFailures?.map((failure) => failure.itemIdentifier));
    done = batch.filter((message) => !failed.has(message.MessageId));
    if (done.length > 0) await options.client.remove(done);
  } catch (error) {
    logger.error('queue batch failed', { queue: row.queue, messages: batch.length, error });
  }
  const left = batch.filter((message) => !done.includes(message));
  if (options.faults && left.length > 0) await setVisibility(left, RETURN_AFTER_FAULT_SECONDS, options);
}
