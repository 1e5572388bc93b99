import { receiveFrame, type ReceiveFrameDeps } from '#shared/conversations/receive-frame.ts';
import {
  calls,
  isTokenOfCall,
  conversationSocket,
  conversations,
  doNotCall,
  languageModel,
  timer,
} from '#shared/container.ts';
import { clock, pause } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
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
