import * as v from 'valibot';
import type { QueueSettings } from '#infra/local/aws/queues/queue-emulator.ts';
import type { DeployedResources } from '#infra/local/synthesised/deployed-resources.ts';
import { allows } from '#infra/local/synthesised/policy.ts';
import { commonOf, type DeployedFunction } from '#infra/local/synthesised/read-functions.ts';
import type { QueueRow } from '#shared/manifest/manifest-row.ts';
import { queueMessages, type QueueName } from '#shared/platform/queue/messages.ts';

const Queue = v.object({
  QueueName: v.string(),
  VisibilityTimeout: v.optional(v.number(), 30),
  DelaySeconds: v.optional(v.number(), 0),
  MessageRetentionPeriod: v.optional(v.number(), 345_600),
  RedrivePolicy: v.optional(v.object({ deadLetterTargetArn: v.string(), maxReceiveCount: v.number() })),
});

const EventSource = v.object({
  FunctionName: v.string(),
  EventSourceArn: v.string(),
  BatchSize: v.number(),
  ScalingConfig: v.optional(v.object({ MaximumConcurrency: v.number() })),
  // The pump deletes the messages that a worker does not report as failed.
  FunctionResponseTypes: v.tuple([v.literal('ReportBatchItemFailures')]),
});

/** The actions of Lambda on a queue, with the worker's role. */
const CONSUMPTION = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/** The workers and their queues. */
export function readQueueRows(resources: DeployedResources, functions: readonly DeployedFunction[]): QueueRow[] {
  const queues = resources.ofType('AWS::SQS::Queue', Queue);
  return resources.ofType('AWS::Lambda::EventSourceMapping', EventSource).map(({ properties }) => {
    const worker = functions.find(({ name, arn }) => [name, arn].includes(properties.FunctionName));
    const source = queues.find(({ arn }) => arn === properties.EventSourceArn);
    if (!worker || !source) throw new Error(`an event source has no queue or no worker: ${properties.EventSourceArn}`);
    const forbidden = CONSUMPTION.filter((action) => !allows(worker.statements, { action, resource: source.arn }));
    if (forbidden.length > 0) throw new Error(`${worker.id} may not receive messages: ${forbidden.join(', ')}`);
    const queue = queueNamed(nameOf(source.arn));
    if (source.properties.RedrivePolicy === undefined) throw new Error(`${queue} has no dead-letter queue`);
    return {
      ...commonOf(worker),
      kind: 'queue',
      queue,
      batchSize: properties.BatchSize,
      maxReceiveCount: source.properties.RedrivePolicy.maxReceiveCount,
      recursiveLoop: worker.recursiveLoop,
    };
  });
}

/** The settings of each queue. */
export function readQueueSettings(resources: DeployedResources): Map<QueueName, QueueSettings> {
  const queues = resources.ofType('AWS::SQS::Queue', Queue);
  const sources = resources.ofType('AWS::Lambda::EventSourceMapping', EventSource);
  const settings = queues.flatMap(({ arn, properties }) => {
    const { RedrivePolicy } = properties;
    const deadLetters = queues.find((other) => other.arn === RedrivePolicy?.deadLetterTargetArn);
    if (!RedrivePolicy || !deadLetters) return [];
    const source = sources.find(({ properties: { EventSourceArn } }) => EventSourceArn === arn);
    const workersAtOnce = source?.properties.ScalingConfig?.MaximumConcurrency;
    return [[queueNamed(nameOf(arn)), { ...settingsOf(properties, deadLetters.properties), workersAtOnce }] as const];
  });
  return new Map(settings);
}

type Properties = v.InferOutput<typeof Queue>;

function settingsOf(queue: Properties, deadLetters: Properties): QueueSettings {
  return {
    visibilitySeconds: queue.VisibilityTimeout,
    delaySeconds: queue.DelaySeconds,
    retentionSeconds: queue.MessageRetentionPeriod,
    maxReceiveCount: queue.RedrivePolicy?.maxReceiveCount ?? 0,
    deadLetterRetentionSeconds: deadLetters.MessageRetentionPeriod,
  };
}

const nameOf = (arn: string) => arn.slice(arn.lastIndexOf(':') + 1);

function queueNamed(name: string): QueueName {
  if (!isQueueName(name)) throw new Error(`no message is known for the queue ${name}`);
  return name;
}

function isQueueName(name: string): name is QueueName {
  return Object.hasOwn(queueMessages, name);
}
