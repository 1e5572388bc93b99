import { recordDisconnect, type RecordDisconnectDeps } from '#shared/conversations/close-conversation.ts';
import { calls, conversations, timer } from '#shared/container.ts';
import { defineSocketHandler } from '#shared/platform/socket/socket-handler.ts';

/** The carrier has closed the conversation; API Gateway tells so as far as it can. */
export const handler = defineSocketHandler({
  id: 'socket/disconnect',
  deps: (): RecordDisconnectDeps => ({ conversations: conversations(), calls: calls(), timer: timer() }),
  handle: async ({ connectionId }, deps) => {
    await recordDisconnect(connectionId, deps);
    return { statusCode: 200 };
  },
  onFailure: { statusCode: 200 },
});
