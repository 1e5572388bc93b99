import { placeCall, type PlaceCallDeps } from '#shared/calls/dial-call.ts';
import { callingHours, calls, campaigns, carrier, dialQueue, doNotCall, queue, timer } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';

/** Dials the calls of `make_call` and of campaigns at the carrier's rate. */
export const handler = defineWorker({
  id: 'queue/place-call',
  queue: 'place-call',
  deps: (): PlaceCallDeps => ({
    calls: calls(),
    campaigns: campaigns(),
    doNotCall: doNotCall(),
    dialQueue: dialQueue(),
    callingHours: callingHours(),
    carrier: carrier(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    logger,
    metrics,
  }),
  handle: async (message, deps) => {
    addLogContext({ userId: message.userId, callId: message.callId });
    await placeCall(message, deps);
  },
});
