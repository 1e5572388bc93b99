import { conversationSocket } from '#shared/carrier-container.ts';
import { calls, conversations, languageModel, models, timer } from '#shared/container.ts';
import { continueConversation, type ContinueConversationDeps } from '#shared/conversations/silence.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';

export const handler = defineWorker({
  id: 'queue/continue-conversation',
  queue: 'continue-conversation',
  deps: (): ContinueConversationDeps => ({
    conversations: conversations(),
    socket: conversationSocket(),
    calls: calls(),
    timer: timer(),
    clock: clock(),
    model: languageModel(),
    models: models(),
    logger,
    metrics,
  }),
  handle: (message, deps) => continueConversation(message, deps),
});
