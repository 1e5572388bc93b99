import { placeCall, type PlaceCallDeps } from '#shared/app/place-call.ts';
import { defineWorker } from '#shared/queue/define-worker.ts';
import { calls } from '#shared/runtime/calls.ts';
import { carrier } from '#shared/runtime/carrier.ts';
import { clock } from '#shared/runtime/clock.ts';
import { addLogContext } from '#shared/runtime/log-context.ts';
import { logger } from '#shared/runtime/logger.ts';
import { metrics } from '#shared/runtime/metrics.ts';
import { queue } from '#shared/runtime/queue.ts';

/** Dials the calls that `make_call` accepted. */
export const handler = defineWorker({
  id: 'queue/place-call',
  queue: 'place-call',
  deps: (): PlaceCallDeps => ({
    calls: calls(),
    carrier: carrier(),
    queue: queue(),
    clock: clock(),
    logger,
    metrics,
  }),
  handle: async (message, deps) => {
    addLogContext(message);
    await placeCall(message, deps);
  },
});
