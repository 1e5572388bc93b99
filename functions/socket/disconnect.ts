import { voiceSessions } from '#shared/carrier-container.ts';
import { calls, conversations, timer } from '#shared/container.ts';
import { recordDisconnect, type RecordDisconnectDeps } from '#shared/conversations/close-conversation.ts';
import type { VoiceSessions } from '#shared/conversations/voice-sessions.ts';
import { defineSocketHandler } from '#shared/platform/socket/socket.ts';

/** API Gateway sends this event on a best-effort basis. */
export const handler = defineSocketHandler({
  id: 'socket/disconnect',
  deps: (): RecordDisconnectDeps & { voiceSessions: VoiceSessions } => ({
    conversations: conversations(),
    calls: calls(),
    timer: timer(),
    voiceSessions: voiceSessions(),
  }),
  handle: async ({ connectionId }, deps) => {
    for (const name of deps.voiceSessions.namesOf(connectionId)) await recordDisconnect(name, deps);
    return { statusCode: 200 };
  },
  onFailure: { statusCode: 200 },
});
