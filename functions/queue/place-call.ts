import { takeDialTurn, type TakeDialTurnDeps } from '#shared/app/take-dial-turn.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { callingHours } from '#shared/runtime/calling-hours.ts';
import { calls } from '#shared/runtime/calls.ts';
import { campaigns } from '#shared/runtime/campaigns.ts';
import { carrier } from '#shared/runtime/carrier.ts';
import { clock } from '#shared/runtime/clock.ts';
import { dialLine } from '#shared/runtime/dial-line.ts';
import { doNotCall } from '#shared/runtime/do-not-call.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { queue } from '#shared/runtime/queue.ts';
import { timer } from '#shared/runtime/timer.ts';

/** Dials the calls that `make_call` accepted and those of campaigns, at the pace of the carrier. */
export const handler = defineWorker({
  id: 'queue/place-call',
  queue: 'place-call',
  deps: (): TakeDialTurnDeps => ({
    calls: calls(),
    campaigns: campaigns(),
    doNotCall: doNotCall(),
    dialLine: dialLine(),
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
    await takeDialTurn(message, deps);
  },
});
