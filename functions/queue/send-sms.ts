import { messageCarrier } from '#shared/carrier-container.ts';
import { listedNumbers, smsEvents, smsMessages } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { ids } from '#shared/platform/ids.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { submitSms, type SubmitSmsDeps } from '#shared/sms/submit-sms.ts';

export const handler = defineWorker({
  id: 'queue/send-sms',
  queue: 'send-sms',
  deps: (): SubmitSmsDeps => ({
    messages: smsMessages(),
    events: smsEvents(),
    doNotCall: listedNumbers(),
    carrier: messageCarrier,
    clock: clock(),
    ids: ids(),
    logger,
    metrics,
  }),
  handle: async (message, deps) => {
    addLogContext(message);
    await submitSms(message, deps);
  },
});
