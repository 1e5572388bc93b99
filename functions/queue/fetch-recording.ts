import { carrierRecordings } from '#shared/carrier-container.ts';
import { calls, recordings } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { addLogContext, logger } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { fetchRecording, type FetchRecordingDeps } from '#shared/recordings/manage-recordings.ts';

export const handler = defineWorker({
  id: 'queue/fetch-recording',
  queue: 'fetch-recording',
  deps: (): FetchRecordingDeps => ({
    calls: calls(),
    carrierRecordings,
    recordings: recordings(),
    clock: clock(),
    logger,
    retentionDays: environment.recordingRetentionDays(),
    removesAtCarrier: environment.removesCarrierRecordings(),
  }),
  handle: async (message, deps) => {
    addLogContext({ userId: message.userId, callId: message.callId });
    await fetchRecording(message, deps);
  },
});
