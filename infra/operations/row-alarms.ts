import { atOnce, type Alarm } from '#infra/operations/alarm.ts';
import { lambda, ours } from '#infra/operations/metric-source.ts';
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
/** Answered, with a 500. */
const requestFailed = (id: string) => ours('RequestFailed', 'Sum', { function: id });
/** Caught, because API Gateway would send an error frame to the carrier. */
const socketFailed = (id: string) => ours('SocketFailure', 'Sum', { function: id });

/**
 * Seconds that the oldest message may wait. Messages have an intended delay of up to 900 s, except in the first three
 * queues, which delay by seconds.
 */
const LATE_SECONDS: Record<QueueName, number> = {
  'dial-calls': 120,
  'send-sms': 120,
  'finish-call': 300,
  'check-call': 1200,
  'deliver-webhook': 1200,
  // 10,000 deliveries to receivers that hang take 13 minutes: 200 at once, 15 s each.
  'deliver-slow-webhook': 3600,
  'steer-realtime': 1200,
  'continue-conversation': 1200,
  'dial-campaign': 1200,
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
      failure: `Late: ${failure}`,
      runbook: 'late-queues.md',
      metrics: [{ ...sqs, name: 'ApproximateAgeOfOldestMessage', resource: { kind: 'queue', queue } }],
      threshold: LATE_SECONDS[queue],
      periodSeconds: 60,
      periods: 3,
    },
  ];
}

function scheduleAlarms({ id, failure, everyMinutes }: ScheduleRow): Alarm[] {
  const periodSeconds = everyMinutes * 300;
  return [
    // The next run makes up for a failed one, so a single failure is not an alarm.
    { ...atOnce, id, failure, runbook: 'due-work.md', metrics: [crashed(id)], threshold: 3, periodSeconds },
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
