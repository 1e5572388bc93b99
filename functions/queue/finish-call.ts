import { finishCall, type FinishCallDeps } from '#shared/app/finish-call.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { callList } from '#shared/runtime/call-list.ts';
import { calls } from '#shared/runtime/calls.ts';
import { campaigns } from '#shared/runtime/campaigns.ts';
import { clock, ids } from '#shared/runtime/clock.ts';
import { conversations } from '#shared/runtime/conversations.ts';
import { dialer } from '#shared/runtime/dialer.ts';
import { doNotCall } from '#shared/runtime/do-not-call.ts';
import { languageModel } from '#shared/runtime/language-model.ts';
import { leads } from '#shared/runtime/leads.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { queue } from '#shared/runtime/queue.ts';
import { timer } from '#shared/runtime/timer.ts';
import { webhookDeliveries } from '#shared/runtime/webhook-deliveries.ts';

export const handler = defineWorker({
  id: 'queue/finish-call',
  queue: 'finish-call',
  deps: (): FinishCallDeps => ({
    calls: calls(),
    callList: callList(),
    campaigns: campaigns(),
    leads: leads(),
    dialer: dialer(),
    doNotCall: doNotCall(),
    timer: timer(),
    conversations: conversations(),
    languageModel: languageModel(),
    deliveries: webhookDeliveries(),
    queue: queue(),
    clock: clock(),
    ids: ids(),
    logger,
    metrics,
  }),
  handle: async ({ userId, callId }, deps) => {
    addLogContext({ userId, callId });
    await finishCall({ userId, callId }, deps);
  },
});
