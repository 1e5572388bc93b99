import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';

/** The stage of the WebSocket API, and the path of its address. */
export const SOCKET_PATH = '/voice';

export interface Connection {
  id: string;
  socket: WebSocket;
  connectedAt: number;
  lastActiveAt: number;
  sourceIp: string;
  host: string;
  /** Names in the case that the client sent. */
  headers: Record<string, string>;
}

/** API Gateway's limits of a WebSocket API, in seconds and bytes. */
export const socketLimits = {
  idleSeconds: 600,
  lifetimeSeconds: 7200,
  frameBytes: 32 * 1024,
  messageBytes: 128 * 1024,
} as const;

const GOING_AWAY = 1001;
/** How long a client has to answer the closing handshake. */
const CLOSE_GRACE_MS = 500;

/** The open connections. Posting to one that is not accepted yet answers 410. */
export interface Connections {
  add(connection: Connection): void;
  find(id: string): Connection | undefined;
  remove(id: string): void;
  /** Records traffic, which restarts the idle timeout. */
  touch(connection: Connection): void;
  closeAll(): void;
}

/** Ends in `=` like the ids of API Gateway, which must be escaped in a URL. */
export function createConnectionId(): string {
  return `${randomBytes(11).toString('base64url')}=`;
}

export function createConnections(limits: { idleSeconds: number; lifetimeSeconds: number }): Connections {
  const open = new Map<string, { connection: Connection; idle: NodeJS.Timeout; lifetime: NodeJS.Timeout }>();
  return {
    add(connection) {
      const close = () => connection.socket.close(GOING_AWAY, 'Going away');
      open.set(connection.id, {
        connection,
        idle: setTimeout(close, limits.idleSeconds * 1000),
        lifetime: setTimeout(close, limits.lifetimeSeconds * 1000),
      });
    },
    find(id) {
      const connection = open.get(id)?.connection;
      return connection?.socket.readyState === connection?.socket.OPEN ? connection : undefined;
    },
    remove(id) {
      const entry = open.get(id);
      clearTimeout(entry?.idle);
      clearTimeout(entry?.lifetime);
      open.delete(id);
    },
    touch(connection) {
      connection.lastActiveAt = Date.now();
      open.get(connection.id)?.idle.refresh();
    },
    closeAll() {
      for (const { connection } of open.values()) {
        connection.socket.close(GOING_AWAY, 'Going away');
        setTimeout(() => connection.socket.terminate(), CLOSE_GRACE_MS).unref();
      }
    },
  };
}

/**
 * Returns a function that checks the bytes of a client for frames over the limit. The WebSocket library limits whole messages
 * only, and API Gateway closes a connection for a single large frame, too.
 */
export function createFrameGuard(maxFrameBytes: number): (chunk: Buffer) => 'fits' | 'too_large' {
  let header = Buffer.alloc(0);
  let payloadLeft = 0;
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (payloadLeft > 0) {
        const skipped = Math.min(payloadLeft, rest.length);
        payloadLeft -= skipped;
        rest = rest.subarray(skipped);
        continue;
      }
      const before = header.length;
      header = Buffer.concat([header, rest]);
      const frame = readFrameHeader(header);
      if (!frame) return 'fits';
      if (frame.payloadBytes > maxFrameBytes) return 'too_large';
      rest = rest.subarray(frame.headerBytes - before);
      payloadLeft = frame.payloadBytes;
      header = Buffer.alloc(0);
    }
    return 'fits';
  };
}

/** RFC 6455, section 5.2: 7 bits of length, or 126 and 16 bits, or 127 and 64 bits; then 4 bytes of mask. */
function readFrameHeader(bytes: Buffer): { headerBytes: number; payloadBytes: number } | undefined {
  const second = bytes[1];
  if (second === undefined) return undefined;
  const maskBytes = (second & 0x80) === 0 ? 0 : 4;
  const length = second & 0x7f;
  const lengthBytes = { 126: 2, 127: 8 }[length] ?? 0;
  const headerBytes = 2 + lengthBytes + maskBytes;
  if (bytes.length < headerBytes) return undefined;
  if (lengthBytes === 0) return { headerBytes, payloadBytes: length };
  const payloadBytes = lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { headerBytes, payloadBytes };
}
