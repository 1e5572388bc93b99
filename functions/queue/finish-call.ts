import { finishCall, type FinishCallDeps } from '#shared/app/finish-call.ts';
import { defineWorker } from '#shared/queue/define-worker.ts';
import { calls } from '#shared/runtime/calls.ts';
import { clock, ids } from '#shared/runtime/clock.ts';
import { conversations } from '#shared/runtime/conversations.ts';
import { languageModel } from '#shared/runtime/language-model.ts';
import { addLogContext } from '#shared/runtime/log-context.ts';
import { logger } from '#shared/runtime/logger.ts';
import { metrics } from '#shared/runtime/metrics.ts';
import { queue } from '#shared/runtime/queue.ts';
import { webhookDeliveries } from '#shared/runtime/webhook-deliveries.ts';

export const handler = defineWorker({
  id: 'queue/finish-call',
  queue: 'finish-call',
  deps: (): FinishCallDeps => ({
    calls: calls(),
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
