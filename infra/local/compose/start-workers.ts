import type { FunctionRuntime } from '#infra/local/aws/lambda/function-runtime.ts';
import { type QueueEmulator, type QueueSettings, settingsOfRow } from '#infra/local/aws/queues/queue-emulator.ts';
import { startQueuePump } from '#infra/local/aws/queues/queue-pump.ts';
import { startSchedules } from '#infra/local/aws/schedules/start-schedules.ts';
import { closeWith } from '#infra/local/compose/start-services.ts';
import type { Faults } from '#infra/local/faults/faults.ts';
import type { ManifestRow, QueueRow } from '#shared/manifest/manifest-row.ts';

interface Workers {
  rows: readonly ManifestRow[];
  queues: QueueEmulator;
  runtime: FunctionRuntime;
  settingsOf?: (row: QueueRow) => QueueSettings;
  faults?: Faults | undefined;
  onStoppedLoop?: (functionId: string) => void;
}

/** Starts the queue pumps and the schedules. */
export function startWorkers(workers: Workers, closers: AsyncDisposableStack): void {
  const { rows, queues, runtime, faults, onStoppedLoop = () => undefined } = workers;
  for (const row of rows) {
    if (row.kind !== 'queue') continue;
    const { workersAtOnce } = (workers.settingsOf ?? settingsOfRow)(row);
    const queueUrl = queues.queueUrl(row.queue);
    const deadLetterQueueUrl = queues.deadLetterQueueUrl(row.queue);
    const queue = { row, queueUrl, deadLetterQueueUrl };
    closeWith(closers, startQueuePump({ ...queue, runtime, workersAtOnce, faults, onStoppedLoop }));
  }
  closers.defer(startSchedules(rows, runtime));
}
