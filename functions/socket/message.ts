import { receiveFrame, type ReceiveFrameDeps } from '#shared/app/receive-frame.ts';
import { calls } from '#shared/runtime/calls.ts';
import { isTokenOfCall } from '#shared/runtime/carrier-connection.ts';
import { clock } from '#shared/runtime/clock.ts';
import { conversationSocket } from '#shared/runtime/conversation-socket.ts';
import { conversations } from '#shared/runtime/conversations.ts';
import { doNotCall } from '#shared/runtime/do-not-call.ts';
import { languageModel } from '#shared/runtime/language-model.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { pause } from '#shared/runtime/pause.ts';
import { timer } from '#shared/runtime/timer.ts';
import { defineSocketHandler } from '#shared/platform/socket/socket-handler.ts';

/** One frame of a live conversation. Whatever happens, the carrier's session must go on: the answer is always 200. */
export const handler = defineSocketHandler({
  id: 'socket/message',
  deps: (): ReceiveFrameDeps => ({
    conversations: conversations(),
    socket: conversationSocket(),
    model: languageModel(),
    calls: calls(),
    doNotCall: doNotCall(),
    timer: timer(),
    clock: clock(),
    logger,
    metrics,
    isTokenOfCall,
    pause,
  }),
  handle: async ({ connectionId, body, at }, deps) => {
    await receiveFrame({ connectionId, body, at }, deps);
    return { statusCode: 200 };
  },
  onFailure: { statusCode: 200 },
});
