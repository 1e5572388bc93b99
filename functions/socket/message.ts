import { tools } from '#shared/built-in-tools.ts';
import { conversationSocket, voiceSessions } from '#shared/carrier-container.ts';
import {
  connectionOfToken,
  conversationCalls,
  conversations,
  languageModel,
  models,
  timer,
  toolUses,
} from '#shared/container.ts';
import { receiveFrame, type ReceiveFrameDeps } from '#shared/conversations/receive-frame.ts';
import type { VoiceSessions } from '#shared/conversations/voice-sessions.ts';
import { outsideTools } from '#shared/outside-tool-container.ts';
import { clock, pause } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { defineSocketHandler } from '#shared/platform/socket/socket.ts';

export const handler = defineSocketHandler({
  id: 'socket/message',
  deps: (): ReceiveFrameDeps & { voiceSessions: VoiceSessions } => ({
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
    connectionOfToken,
    pause,
    voiceSessions: voiceSessions(),
  }),
  handle: async ({ connectionId, body, at }, deps) => {
    await receiveFrame({ ...deps.voiceSessions.read(connectionId, body), at }, deps);
    return { statusCode: 200 };
  },
  onFailure: { statusCode: 200 },
});
