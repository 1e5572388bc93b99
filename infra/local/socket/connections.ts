import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';

export interface Connection {
  id: string;
  socket: WebSocket;
  connectedAt: number;
  lastActiveAt: number;
  sourceIp: string;
  host: string;
  /** Names in the case that the client wrote them in. */
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

/** The open connections. One that is still being accepted is not among them, so that posting to it answers «gone». */
export interface Connections {
  add(connection: Connection): void;
  find(id: string): Connection | undefined;
  remove(id: string): void;
  /** Notes traffic, which keeps a connection from being closed as idle. */
  touch(connection: Connection): void;
  closeAll(): void;
}

/** Ends in `=` like the ids of API Gateway, which must be escaped in a URL. */
export function createConnectionId(): string {
  return `${randomBytes(11).toString('base64url')}=`;
}

export function createConnections(
  limits: { idleSeconds: number; lifetimeSeconds: number } = socketLimits,
): Connections {
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
