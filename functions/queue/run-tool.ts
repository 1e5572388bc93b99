import { tools } from '#shared/built-in-tools.ts';
import { conversationSocket } from '#shared/carrier-container.ts';
import { conversationCalls, conversations, languageModel, models, timer, toolUses } from '#shared/container.ts';
import type { AnswerCustomerDeps } from '#shared/conversations/answer-customer.ts';
import { followTools } from '#shared/conversations/follow-tools.ts';
import { outsideTools } from '#shared/outside-tool-container.ts';
import { clock, pause } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';

export const handler = defineWorker({
  id: 'queue/run-tool',
  queue: 'run-tool',
  deps: (): AnswerCustomerDeps => ({
    conversations: conversations(),
    socket: conversationSocket(),
    model: languageModel(),
    models: models(),
    calls: conversationCalls(),
    tools: tools(),
    outsideTools: outsideTools(),
    toolUses: toolUses(),
    timer: timer(),
    clock: clock(),
    logger,
    metrics,
    pause,
  }),
  handle: (message, deps) => followTools(message, deps),
});
