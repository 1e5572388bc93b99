import { Aws, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { visibilityTimeoutSeconds, type QueueRow } from '#shared/manifest/manifest-row.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

// The longest retention of SQS: time to notice, repair and resend.
const RETENTION = Duration.days(14);

/** A queue and its dead-letter queue, as functions and triggers know them. */
export interface QueueAddress {
  url: string;
  arn: string;
  deadLetterUrl: string;
  deadLetterArn: string;
}

/** The address of a queue of another stack, by its name: a reference would be an export, which keeps the queue from being removed. */
export function queueAddress(queue: QueueName, { name }: Pick<Deployment, 'name'>): QueueAddress {
  const names = queueNames(name, queue);
  const url = (queueName: string) => `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${queueName}`;
  const arn = (queueName: string) => `arn:${Aws.PARTITION}:sqs:${Aws.REGION}:${Aws.ACCOUNT_ID}:${queueName}`;
  return {
    url: url(names.queue),
    arn: arn(names.queue),
    deadLetterUrl: url(names.deadLetters),
    deadLetterArn: arn(names.deadLetters),
  };
}

/** The names of a queue and of its dead-letter queue in AWS. */
export function queueNames(name: string, queue: QueueName) {
  return { queue: `${name}-${queue}`, deadLetters: `${name}-${queue}-dead-letters` };
}

/** What Lambda does with the worker's role to fetch the messages. */
export function consumptionOf({ arn }: QueueAddress): PolicyStatement {
  return new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: [arn],
  });
}

interface Worker {
  worker: IFunction;
  row: QueueRow;
  address: QueueAddress;
  capacity: Deployment['capacity'];
}

/** Lets a worker work: a failed message of a batch is delivered again by itself. */
export function feedWorker(scope: Construct, id: string, { worker, row, address, capacity }: Worker): void {
  new EventSourceMapping(scope, id, {
    target: worker,
    eventSourceArn: address.arn,
    batchSize: row.batchSize,
    reportBatchItemFailures: true,
    maxConcurrency: capacity.workersAtOnce[row.queue],
  });
}

/** A queue with its dead-letter queue. Both are encrypted and refuse connections without TLS. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { row, name }: { row: QueueRow; name: string }) {
    super(scope, id);
    const house = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: RETENTION };
    const { queue: queueName, deadLetters } = queueNames(name, row.queue);
    // By name, because the two queues cannot depend on each other.
    const source = Queue.fromQueueArn(
      this,
      'Source',
      Stack.of(this).formatArn({ service: 'sqs', resource: queueName }),
    );
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...house,
      queueName: deadLetters,
      redriveAllowPolicy: { redrivePermission: RedrivePermission.BY_QUEUE, sourceQueues: [source] },
    });
    this.queue = new Queue(this, 'Queue', {
      ...house,
      queueName,
      visibilityTimeout: Duration.seconds(visibilityTimeoutSeconds(row)),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: row.maxReceiveCount },
    });
  }

  get address(): QueueAddress {
    return {
      url: this.queue.queueUrl,
      arn: this.queue.queueArn,
      deadLetterUrl: this.deadLetters.queueUrl,
      deadLetterArn: this.deadLetters.queueArn,
    };
  }
}
