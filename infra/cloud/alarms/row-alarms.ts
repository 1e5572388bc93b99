import { atOnce, type Alarm } from '#infra/cloud/alarms/alarm.ts';
import { lambda, ours } from '#infra/cloud/alarms/metric-source.ts';
import type { ManifestRow, QueueRow, ScheduleRow } from '#shared/manifest/manifest-row.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

/** The alarms of one function, one for each way in which it can fail. The text comes from its manifest row. */
export function rowAlarms(row: ManifestRow): Alarm[] {
  const { id, failure } = row;
  switch (row.kind) {
    case 'authorizer':
      // Lambda counts a refused caller as an error, so only our own metric shows failures.
      return [{ ...atOnce, id, failure, runbook: 'requests-fail.md', metrics: [requestFailed(id)] }];
    case 'http':
      return [{ ...atOnce, id, failure, runbook: 'requests-fail.md', metrics: [crashed(id), requestFailed(id)] }];
    case 'carrier':
      return [{ ...atOnce, id, failure, runbook: 'carrier-callbacks.md', metrics: [crashed(id), requestFailed(id)] }];
    case 'socket':
      return [{ ...atOnce, id, failure, runbook: 'conversations.md', metrics: [crashed(id), socketFailed(id)] }];
    case 'queue':
      return queueAlarms(row);
    default:
      return scheduleAlarms(row);
  }
}

/** A crash or a timeout. */
const crashed = (id: string) => lambda('Errors', id);
/** Answered with a 500 that no operation has decided on. */
const requestFailed = (id: string) => ours('RequestFailed', 'Sum', { function: id });
/** Caught, because API Gateway would send an error frame to the carrier. */
const socketFailed = (id: string) => ours('SocketFailure', 'Sum', { function: id });

/** Seconds that a message may wait after it became visible. In the shortest ones a customer holds the line. */
const LATE_SECONDS: Record<QueueName, number> = {
  'dial-calls': 60,
  'send-sms': 60,
  'finish-call': 300,
  'check-call': 300,
  'deliver-webhook': 300,
  // 10,000 deliveries to receivers that hang take 13 minutes: 200 at once, 15 s each.
  'deliver-slow-webhook': 3600,
  'steer-realtime': 30,
  'continue-conversation': 30,
  'dial-campaign': 300,
  'empty-campaign': 1200,
  'fetch-recording': 1200,
};

function queueAlarms({ id, queue, failure }: QueueRow): Alarm[] {
  const sqs = { namespace: 'AWS/SQS', statistic: 'Maximum' } as const;
  return [
    {
      ...atOnce,
      id,
      failure,
      runbook: 'dead-letters.md',
      metrics: [{ ...sqs, name: 'ApproximateNumberOfMessagesVisible', resource: { kind: 'dead-letter-queue', queue } }],
    },
    {
      ...atOnce,
      id: `${id}/late`,
      failure: `Messages wait too long. ${failure}`,
      runbook: 'late-queues.md',
      // Not `ApproximateAgeOfOldestMessage`, which counts from sending: messages have an intended delay of up to 900 s.
      metrics: [ours('MessageLate', 'Maximum', { queue })],
      threshold: LATE_SECONDS[queue] * 1000,
      periodSeconds: 60,
      periods: 3,
    },
    {
      ...atOnce,
      id: `${id}/stopped`,
      failure: `No worker finishes a message. ${failure}`,
      runbook: 'late-queues.md',
      // Messages, of which none is done in five minutes. A delayed one is not visible. Those that a worker has failed on, as it does
      // before it runs where it cannot be loaded, stay in flight for up to 12 minutes, and a few of them are dead letters after that.
      // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
      metrics: [
        {
          ...sqs,
          statistic: 'Minimum',
          name: 'ApproximateNumberOfMessagesVisible',
          resource: { kind: 'queue', queue },
        },
        { ...sqs, statistic: 'Sum', name: 'NumberOfMessagesDeleted', resource: { kind: 'queue', queue } },
        {
          ...sqs,
          statistic: 'Minimum',
          name: 'ApproximateNumberOfMessagesNotVisible',
          resource: { kind: 'queue', queue },
        },
      ],
      expression: 'IF((m0 > 0 || FILL(m2, 0) >= 3) && FILL(m1, 0) == 0, 1, 0)',
    },
  ];
}

function scheduleAlarms({ id, failure, everyMinutes, workers = 1 }: ScheduleRow): Alarm[] {
  const periodSeconds = everyMinutes * 300;
  return [
    // The next run makes up for a failed one, so a single failure is not an alarm, also if all workers fail at once.
    {
      ...atOnce,
      id,
      failure,
      runbook: 'due-work.md',
      metrics: [crashed(id)],
      threshold: Math.max(3, workers + 1),
      periodSeconds,
    },
    {
      ...atOnce,
      id: `${id}/stopped`,
      failure,
      runbook: 'due-work.md',
      metrics: [lambda('Invocations', id)],
      comparison: 'fewer',
      periodSeconds,
      periods: 2,
      missingData: 'bad',
    },
  ];
}
