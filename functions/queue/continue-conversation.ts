import { continueConversation } from '#shared/conversations/silence.ts';
import type { ConversationDeps } from '#shared/conversations/conversation.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { calls, conversationSocket, conversations, timer } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** A timer of a live conversation has run out. */
export const handler = defineWorker({
  id: 'queue/continue-conversation',
  queue: 'continue-conversation',
  deps: (): ConversationDeps => ({
    conversations: conversations(),
    socket: conversationSocket(),
    calls: calls(),
    timer: timer(),
    clock: clock(),
    logger,
    metrics,
  }),
  handle: (message, deps) => continueConversation(message, deps),
});
