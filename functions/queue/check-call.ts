import { checkCall, type CheckCallDeps } from '#shared/call-life/call-watchdog.ts';
import { carrier } from '#shared/carrier-container.ts';
import { calls, conversations, numberLines, queue, timer } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';

export const handler = defineWorker({
  id: 'queue/check-call',
  queue: 'check-call',
  deps: (): CheckCallDeps => ({
    calls: calls(),
    numberLines: numberLines(),
    carrier,
    conversations: conversations(),
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
