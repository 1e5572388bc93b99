import { atOnce, type Alarm } from '#infra/cloud/alarms/alarm.ts';
import { ours } from '#infra/cloud/alarms/metric-source.ts';

/** `watch-queues.ts` counts every five minutes. A run that is late must not end an alarm. */
const WATCHED_SECONDS = 600;

/** Of all queues together. The log names the queue, and the page what its users lose. */
export const queueAlarms: readonly Alarm[] = [
  {
    ...atOnce,
    id: 'queues/dead-letters',
    failure: 'Workers cannot process messages of a queue, so its calls, SMS or webhooks stay as they are.',
    runbook: 'dead-letters.md',
    metrics: [ours('DeadLetters')],
    periodSeconds: WATCHED_SECONDS,
  },
  {
    ...atOnce,
    id: 'queues/late',
    failure: 'Messages of a queue wait too long, so its calls, SMS or webhooks are late.',
    runbook: 'late-queues.md',
    // Not `ApproximateAgeOfOldestMessage`, which counts from sending: messages have an intended delay of up to 900 s.
    metrics: [ours('MessageTooLate')],
    periodSeconds: 60,
    periods: 3,
  },
  {
    ...atOnce,
    id: 'queues/stopped',
    failure: 'No worker receives the messages of a queue, so its calls, SMS or webhooks stay as they are.',
    runbook: 'late-queues.md',
    metrics: [ours('QueueStopped')],
    periodSeconds: WATCHED_SECONDS,
  },
];
