import { leadCallRefusal } from '#shared/campaigns/call-lead.ts';
import { carrier } from '#shared/carrier-container.ts';
import {
  attemptLimit,
  callingHours,
  calls,
  campaigns,
  destinationRules,
  dialQueue,
  doNotCallCheck,
  liveCalls,
  numberLines,
  queue,
  timer,
} from '#shared/container.ts';
import { dialWaitingCalls, type DialWaitingCallsDeps } from '#shared/dialling/dial-waiting-calls.ts';
import { clock, pause } from '#shared/platform/clock.ts';
import { ids } from '#shared/platform/ids.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';

export const handler = defineWorker({
  id: 'queue/dial-calls',
  queue: 'dial-calls',
  deps: (): DialWaitingCallsDeps => {
    const ofLeads = {
      campaigns: campaigns(),
      doNotCall: doNotCallCheck(),
      destinations: { rules: destinationRules() },
      callingHours: callingHours(),
      clock: clock(),
    };
    return {
      calls: calls(),
      numberLines: numberLines(),
      attemptLimit: attemptLimit(),
      carrier,
      dialQueue: dialQueue(),
      liveCalls: liveCalls(),
      refusalOf: (call) => leadCallRefusal(call, ofLeads),
      queue: queue(),
      timer: timer(),
      clock: clock(),
      ids: ids(),
      wait: pause,
      logger,
      metrics,
    };
  },
  handle: async (message, deps) => {
    await dialWaitingCalls(message, deps);
  },
});
