import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSMessageAttributes } from 'aws-lambda';
import * as v from 'valibot';
import type { FunctionRuntime } from '#infra/local/function-runtime/function-runtime.ts';
import type { QueueRow } from '#shared/manifest/manifest-row.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

export interface QueuePump {
  /** Stops receiving, and waits for the batches under way. */
  stop(): Promise<void>;
}

/** Parallel batches of one queue, like the concurrency of a Lambda event source. */
const MAX_BATCHES = 50;
const WAIT_SECONDS = 20;
const RECEIVE_LIMIT = 10;
const PAUSE_AFTER_ERROR_MS = 500;
/** How long a stop waits for batches. Messages of unfinished batches are delivered again at the next start. */
const STOP_GRACE_MS = 5000;

const BatchAnswer = v.nullish(
  v.object({ batchItemFailures: v.nullish(v.array(v.object({ itemIdentifier: v.string() }))) }),
);

/** Lambda's SQS event source: invokes the worker with a queue's messages, and deletes those that did not fail. */
export function startQueuePump(options: {
  row: QueueRow;
  queueUrl: string;
  client: SQSClient;
  runtime: FunctionRuntime;
}): QueuePump {
  const { row, client } = options;
  const stopping = new AbortController();
  const batches = new Set<Promise<void>>();
  const receiving = receiveUntilStopped();

  async function receiveUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (batches.size >= MAX_BATCHES) {
        await Promise.race(batches);
        continue;
      }
      const room = (MAX_BATCHES - batches.size) * row.batchSize;
      for (const batch of chunk(await receive(options, room, stopping.signal), row.batchSize)) {
        const work = workOn(batch, options).finally(() => batches.delete(work));
        batches.add(work);
      }
    }
  }

  return {
    async stop() {
      stopping.abort();
      await receiving;
      await Promise.race([Promise.all(batches), sleep(STOP_GRACE_MS, undefined, { ref: false })]);
      client.destroy();
    },
  };
}

type PumpOptions = Parameters<typeof startQueuePump>[0];

async function receive({ client, queueUrl, row }: PumpOptions, room: number, signal: AbortSignal): Promise<Message[]> {
  try {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(RECEIVE_LIMIT, room),
      WaitTimeSeconds: WAIT_SECONDS,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    return (await client.send(command, { abortSignal: signal })).Messages ?? [];
  } catch (error) {
    if (signal.aborted) return [];
    logger.error('queue cannot be read', { queue: row.queue, error });
    await sleep(PAUSE_AFTER_ERROR_MS);
    return [];
  }
}

/** A worker that throws or returns an invalid answer fails the batch: its messages return after their visibility timeout. */
async function workOn(batch: Message[], { row, client, queueUrl, runtime }: PumpOptions): Promise<void> {
  try {
    const answer = v.parse(BatchAnswer, await runtime.invoke(row, sqsEvent(batch, row.queue)));
    const failed = new Set(answer?.batchItemFailures?.map((failure) => failure.itemIdentifier));
    const done = batch.filter((message) => !failed.has(message.MessageId ?? ''));
    if (done.length === 0) return;
    const entries = done.map((message, index) => ({ Id: String(index), ReceiptHandle: message.ReceiptHandle }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }));
  } catch (error) {
    logger.error('queue batch failed', { queue: row.queue, messages: batch.length, error });
  }
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

/** The event that Lambda's SQS event source hands a worker. */
function sqsEvent(messages: readonly Message[], queue: string): SQSEvent {
  return {
    Records: messages.map((message) => ({
      messageId: message.MessageId ?? '',
      receiptHandle: message.ReceiptHandle ?? '',
      body: message.Body ?? '',
      attributes: {
        ApproximateReceiveCount: message.Attributes?.ApproximateReceiveCount ?? '1',
        SentTimestamp: message.Attributes?.SentTimestamp ?? '',
        SenderId: message.Attributes?.SenderId ?? '',
        ApproximateFirstReceiveTimestamp: message.Attributes?.ApproximateFirstReceiveTimestamp ?? '',
        ...(message.Attributes?.MessageGroupId === undefined
          ? {}
          : { MessageGroupId: message.Attributes.MessageGroupId }),
      },
      messageAttributes: messageAttributes(message),
      md5OfBody: message.MD5OfBody ?? '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queue}`,
      awsRegion: 'us-east-1',
    })),
  };
}

function messageAttributes(message: Message): SQSMessageAttributes {
  const attributes: SQSMessageAttributes = {};
  for (const [name, { DataType, StringValue }] of Object.entries(message.MessageAttributes ?? {})) {
    attributes[name] = {
      dataType: DataType ?? 'String',
      ...(StringValue === undefined ? {} : { stringValue: StringValue }),
    };
  }
  return attributes;
}
