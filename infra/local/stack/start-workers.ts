import { SQSClient } from '@aws-sdk/client-sqs';
import { localCredentials } from '#infra/local/emulators/dynamodb-emulator.ts';
import type { FunctionRuntime } from '#infra/local/function-runtime/function-runtime.ts';
import { type QueueEmulator, type QueueSettings, settingsOfRow } from '#infra/local/queues/queue-emulator.ts';
import { startQueuePump } from '#infra/local/queues/queue-pump.ts';
import { startSchedules } from '#infra/local/schedules/start-schedules.ts';
import { closeWith } from '#infra/local/stack/start-services.ts';
import type { ManifestRow, QueueRow } from '#shared/manifest/manifest-row.ts';

/** Starts the queue pumps and the schedules. */
export function startWorkers(
  rows: readonly ManifestRow[],
  queues: QueueEmulator,
  runtime: FunctionRuntime,
  closers: AsyncDisposableStack,
  settingsOf: (row: QueueRow) => QueueSettings = settingsOfRow,
): void {
  for (const row of rows) {
    if (row.kind !== 'queue') continue;
    const client = new SQSClient({ endpoint: queues.endpoint, ...localCredentials });
    const { workersAtOnce } = settingsOf(row);
    const queueUrl = queues.queueUrl(row.queue);
    closeWith(closers, startQueuePump({ row, queueUrl, client, runtime, workersAtOnce }));
  }
  closers.defer(startSchedules(rows, runtime));
}
