import { noteDisconnect, type NoteDisconnectDeps } from '#shared/app/note-disconnect.ts';
import { calls } from '#shared/runtime/calls.ts';
import { conversations } from '#shared/runtime/conversations.ts';
import { timer } from '#shared/runtime/timer.ts';
import { defineSocketHandler } from '#shared/platform/socket/socket-handler.ts';

/** The carrier has closed the conversation; API Gateway tells so as far as it can. */
export const handler = defineSocketHandler({
  id: 'socket/disconnect',
  deps: (): NoteDisconnectDeps => ({ conversations: conversations(), calls: calls(), timer: timer() }),
  handle: async ({ connectionId }, deps) => {
    await noteDisconnect(connectionId, deps);
    return { statusCode: 200 };
  },
  onFailure: { statusCode: 200 },
});
