import { fetchRecording, type FetchRecordingDeps } from '#shared/app/fetch-recording.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { calls } from '#shared/runtime/calls.ts';
import { carrierRecordings } from '#shared/runtime/carrier-recordings.ts';
import { clock } from '#shared/runtime/clock.ts';
import { environment } from '#shared/runtime/environment.ts';
import { addLogContext, logger } from '#shared/platform/observability/telemetry.ts';
import { recordings } from '#shared/runtime/recordings.ts';

/** Brings recordings from the carrier into our own store. */
export const handler = defineWorker({
  id: 'queue/fetch-recording',
  queue: 'fetch-recording',
  deps: (): FetchRecordingDeps => ({
    calls: calls(),
    carrierRecordings: carrierRecordings(),
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
