import { realtimeCalls, realtimeDeps } from '#shared/container.ts';
import { addLogContext } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { steerRealtime } from '#shared/realtime/steer-realtime.ts';
import type { SteerRealtimeDeps } from '#shared/realtime/steered-call.ts';

export const handler = defineWorker({
  id: 'queue/steer-realtime',
  queue: 'steer-realtime',
  deps: (): SteerRealtimeDeps => ({ ...realtimeDeps(), realtime: realtimeCalls() }),
  handle: async (message, deps) => {
    addLogContext({ userId: message.userId, callId: message.callId });
    await steerRealtime(message, deps);
  },
});
