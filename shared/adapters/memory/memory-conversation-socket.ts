import type { ConversationSocket, VoiceFrame } from '#shared/ports/conversation-socket.ts';

export interface MemoryConversationSocket extends ConversationSocket {
  /** Everything sent so far, in order. */
  frames: Array<{ connectionId: string; frame: VoiceFrame }>;
  /** The carrier closes this connection. */
  close(connectionId: string): void;
}

/** Keeps the frames; an `end` closes the connection, as the carrier does. */
export function createMemoryConversationSocket(): MemoryConversationSocket {
  const frames: MemoryConversationSocket['frames'] = [];
  const closed = new Set<string>();
  return {
    frames,
    close: (connectionId) => void closed.add(connectionId),
    async send(connectionId, frame) {
      if (closed.has(connectionId)) return 'gone';
      frames.push({ connectionId, frame: structuredClone(frame) });
      if (frame.type === 'end') closed.add(connectionId);
      return 'sent';
    },
  };
}
