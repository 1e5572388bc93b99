import { randomUUID } from 'node:crypto';
import type { FunctionRuntime } from '#infra/local/aws/lambda/function-runtime.ts';
import type { ManifestRow, ScheduleRow } from '#shared/manifest/manifest-row.ts';

const MINUTE_MS = 60_000;

/** EventBridge's schedules: every N minutes of real time, and once at the start to catch up. */
export function startSchedules(rows: readonly ManifestRow[], runtime: FunctionRuntime): () => void {
  const stops = rows.filter((row) => row.kind === 'schedule').map((row) => startSchedule(row, runtime));
  return () => {
    for (const stop of stops) stop();
  };
}

/** The event of one worker. */
export function scheduledEvent(row: ScheduleRow, time: number, worker = 0) {
  const { workers = 1 } = row;
  return {
    share: { worker, workers },
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: `${new Date(time).toISOString().slice(0, 19)}Z`,
    region: 'us-east-1',
    resources: [`arn:aws:events:us-east-1:000000000000:rule/${row.id.replaceAll('/', '-')}`],
    detail: {},
  };
}

function startSchedule(row: ScheduleRow, runtime: FunctionRuntime): () => void {
  let timer: NodeJS.Timeout;
  const run = () => {
    // The runtime logs a failure; the schedule goes on.
    for (let worker = 0; worker < (row.workers ?? 1); worker += 1)
      runtime.invoke(row, scheduledEvent(row, Date.now(), worker)).catch(() => undefined);
    const period = row.everyMinutes * MINUTE_MS;
    timer = setTimeout(run, period - (Date.now() % period));
  };
  run();
  return () => clearTimeout(timer);
}
