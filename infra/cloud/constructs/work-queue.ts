import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { visibilityTimeoutSeconds, type QueueRow } from '#shared/manifest/manifest-row.ts';

// The longest retention of SQS: time to notice, repair and resend.
const RETENTION = Duration.days(14);

/** A queue with its dead-letter queue. Both are encrypted and refuse connections without TLS. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly queueName: string;
  readonly deadLetterQueueName: string;

  constructor(scope: Construct, id: string, { row, name }: { row: QueueRow; name: string }) {
    super(scope, id);
    const house = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: RETENTION };
    const queueName = `${name}-${row.queue}`;
    this.queueName = queueName;
    this.deadLetterQueueName = `${queueName}-dead-letters`;
    // By name, because the two queues cannot depend on each other.
    const source = Queue.fromQueueArn(
      this,
      'Source',
      Stack.of(this).formatArn({ service: 'sqs', resource: queueName }),
    );
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...house,
      queueName: this.deadLetterQueueName,
      redriveAllowPolicy: { redrivePermission: RedrivePermission.BY_QUEUE, sourceQueues: [source] },
    });
    this.queue = new Queue(this, 'Queue', {
      ...house,
      queueName,
      visibilityTimeout: Duration.seconds(visibilityTimeoutSeconds(row)),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: row.maxReceiveCount },
    });
  }

  /** What Lambda does with the worker's role to fetch the messages. */
  get consumption(): PolicyStatement {
    return new PolicyStatement({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resources: [this.queue.queueArn],
    });
  }

  /** Lets the worker work: a failed message of a batch is delivered again by itself. */
  feed(worker: IFunction, row: QueueRow, { capacity }: Deployment): void {
    new EventSourceMapping(this, 'Worker', {
      target: worker,
      eventSourceArn: this.queue.queueArn,
      batchSize: row.batchSize,
      reportBatchItemFailures: true,
      maxConcurrency: capacity.workersAtOnce[row.queue],
    });
  }
}
