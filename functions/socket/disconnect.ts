import { calls, conversations, timer } from '#shared/container.ts';
import { recordDisconnect, type RecordDisconnectDeps } from '#shared/conversations/close-conversation.ts';
import { defineSocketHandler } from '#shared/platform/socket/socket.ts';

/** Handles a closed WebSocket. API Gateway sends this event on a best-effort basis. */
export const handler = defineSocketHandler({
  id: 'socket/disconnect',
  deps: (): RecordDisconnectDeps => ({ conversations: conversations(), calls: calls(), timer: timer() }),
  handle: async ({ connectionId }, deps) => {
    await recordDisconnect(connectionId, deps);
    return { statusCode: 200 };
  },
  onFailure: { statusCode: 200 },
});
