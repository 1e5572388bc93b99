import { finishCall, type FinishCallDeps } from '#shared/call-life/finish-call.ts';
import { carrier } from '#shared/carrier-container.ts';
import {
  callList,
  calls,
  campaigns,
  conversations,
  dialer,
  doNotCall,
  languageModel,
  leads,
  models,
  numberLines,
  queue,
  timer,
  toolUses,
  webhookDeliveries,
  webhookEndpoints,
} from '#shared/container.ts';
import { clock, pause } from '#shared/platform/clock.ts';
import { ids } from '#shared/platform/ids.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';

export const handler = defineWorker({
  id: 'queue/finish-call',
  queue: 'finish-call',
  deps: (): FinishCallDeps => ({
    calls: calls(),
    carrier,
    callList: callList(),
    campaigns: campaigns(),
    leads: leads(),
    dialer: dialer(),
    numberLines: numberLines(),
    doNotCall: doNotCall(),
    timer: timer(),
    conversations: conversations(),
    toolUses: toolUses(),
    languageModel: languageModel(),
    models: models(),
    deliveries: webhookDeliveries(),
    endpoints: webhookEndpoints(),
    queue: queue(),
    clock: clock(),
    pause,
    ids: ids(),
    logger,
    metrics,
  }),
  handle: async ({ userId, callId }, deps) => {
    addLogContext({ userId, callId });
    await finishCall({ userId, callId }, deps);
  },
});
