import { continueConversation } from '#shared/app/continue-conversation.ts';
import type { ConversationDeps } from '#shared/app/conversation-deps.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { calls } from '#shared/runtime/calls.ts';
import { clock } from '#shared/runtime/clock.ts';
import { conversationSocket } from '#shared/runtime/conversation-socket.ts';
import { conversations } from '#shared/runtime/conversations.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { timer } from '#shared/runtime/timer.ts';

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
