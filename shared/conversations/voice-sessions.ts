import type { ConversationSocket, ReadFrame, VoiceSession } from '#shared/conversations/voice-session.ts';
import type { Socket } from '#shared/platform/socket/socket.ts';

/** Only frames tell whose a connection is: its id then begins with the kind, `paper:abc=`, but not the default one. */
export interface VoiceSessions {
  read(connectionId: string, body: string): { connectionId: string; frame: ReadFrame };
  /** What a connection of the WebSocket may be called. */
  namesOf(connectionId: string): string[];
  over(socket: Socket): ConversationSocket;
}

/** @param byKind the default one first */
export function createVoiceSessions(byKind: Record<string, VoiceSession>): VoiceSessions {
  const kinds = Object.entries(byKind).map(([kind, session], index) => ({
    prefix: index === 0 ? '' : `${kind}:`,
    session,
  }));
  return {
    read(connectionId, body) {
      const read = kinds.map(({ prefix, session }) => ({
        connectionId: prefix + connectionId,
        frame: session.read(body),
      }));
      const known = read.find(({ frame: { kind } }) => kind !== 'unknown' && kind !== 'malformed');
      return known ?? read[0] ?? { connectionId, frame: { kind: 'unknown' } };
    },
    namesOf: (connectionId) => kinds.map(({ prefix }) => prefix + connectionId),
    over: (socket) => ({
      async send(connectionId, frame) {
        const kind = kinds.findLast(({ prefix }) => connectionId.startsWith(prefix));
        if (!kind) throw new Error('there is no carrier');
        return socket.send(connectionId.slice(kind.prefix.length), kind.session.write(frame));
      },
    }),
  };
}
