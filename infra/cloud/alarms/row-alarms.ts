import { atOnce, type Alarm } from '#infra/cloud/alarms/alarm.ts';
import { lambda } from '#infra/cloud/alarms/metric-source.ts';
import type { ManifestRow, ScheduleRow } from '#shared/manifest/manifest-row.ts';

/** The ids of the alarms that ring when a function fails, or is not called. Functions of a kind share them: each metric is paid for. */
export function alarmsOf(row: ManifestRow): string[] {
  switch (row.kind) {
    case 'authorizer':
    case 'http':
      return ['api/fails'];
    case 'carrier':
      return ['carrier/callbacks-fail', 'api/fails'];
    case 'socket':
      return ['conversation/fails'];
    case 'queue':
      return ['queues/dead-letters', 'queues/late', 'queues/stopped'];
    default:
      return [row.id];
  }
}

/**
 * The next run makes up for a failed one, so a single failure is not an alarm, also if all four workers fail at once: a fifth of the runs
 * of five periods. A worker that always fails is a quarter. A schedule that has stopped has no runs, and so no value.
 */
export function scheduleAlarm({ id, failure, everyMinutes }: ScheduleRow): Alarm {
  return {
    ...atOnce,
    id,
    failure,
    runbook: 'due-work.md',
    metrics: [lambda('Errors', id, 'Average')],
    threshold: 0.25,
    periodSeconds: everyMinutes * 300,
    periods: 2,
    missingData: 'bad',
  };
}
