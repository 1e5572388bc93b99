import { checkCall, type CheckCallDeps } from '#shared/app/check-call.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { calls } from '#shared/runtime/calls.ts';
import { carrier } from '#shared/runtime/carrier.ts';
import { clock } from '#shared/runtime/clock.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { queue } from '#shared/runtime/queue.ts';
import { timer } from '#shared/runtime/timer.ts';

/** Asks the carrier about calls that went quiet. */
export const handler = defineWorker({
  id: 'queue/check-call',
  queue: 'check-call',
  deps: (): CheckCallDeps => ({
    calls: calls(),
    carrier: carrier(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    logger,
    metrics,
  }),
  handle: async (message, deps) => {
    addLogContext({ userId: message.userId, callId: message.callId });
    await checkCall(message, deps);
  },
});
