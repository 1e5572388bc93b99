import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { FunctionRuntime } from '#infra/local/aws/lambda/function-runtime.ts';
import {
  type Connection,
  type Connections,
  createConnectionId,
  createConnections,
  createFrameGuard,
  SOCKET_PATH,
  socketLimits,
} from '#infra/local/aws/socket/connections.ts';
import { connectEvent, disconnectEvent, messageEvent } from '#infra/local/aws/socket/socket-event.ts';
import type { ManifestRow, SocketRow } from '#shared/manifest/manifest-row.ts';

export interface SocketApi {
  connections: Connections;
  /** Calls `$connect`, then accepts or refuses the upgrade. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

const UNSUPPORTED_DATA = 1003;
const MESSAGE_TOO_BIG = 1009;
const SocketAnswer = v.object({ statusCode: v.pipe(v.number(), v.integer()) });

/** API Gateway's WebSocket API: one event per message, in parallel and in no guaranteed order. */
export function createSocketApi(
  rows: readonly ManifestRow[],
  runtime: FunctionRuntime,
  limits: { idleSeconds: number; lifetimeSeconds: number } = socketLimits,
): SocketApi {
  const connections = createConnections(limits);
  const server = new WebSocketServer({ noServer: true, maxPayload: socketLimits.messageBytes });
  const call = caller(rows, runtime);
  return {
    connections,
    upgrade(incoming, socket, head) {
      socket.on('error', () => socket.destroy());
      const [path, query = ''] = (incoming.url ?? '').split('?');
      if (path !== SOCKET_PATH) return refuse(socket, 403);
      const draft = { id: createConnectionId(), connectedAt: Date.now(), lastActiveAt: Date.now() };
      const origin = {
        sourceIp: incoming.socket.remoteAddress ?? '127.0.0.1',
        host: incoming.headers.host ?? 'localhost',
        headers: headersAsSent(incoming),
      };
      void call('$connect', connectEvent({ ...draft, ...origin }, query)).then((status) => {
        if (status !== 200) return refuse(socket, status);
        return server.handleUpgrade(incoming, socket, head, (webSocket) => {
          const connection = { ...draft, ...origin, socket: webSocket };
          connections.add(connection);
          guardFrames(socket, webSocket, head);
          listen(connection, connections, call);
        });
      });
    },
    close() {
      connections.closeAll();
      server.close();
    },
  };
}

type Call = (routeKey: SocketRow['routeKey'], event: unknown) => Promise<number>;

/** The status that the route's function answers; 502 when it fails. */
function caller(rows: readonly ManifestRow[], runtime: FunctionRuntime): Call {
  const socketRows = rows.filter((row) => row.kind === 'socket');
  return async (routeKey, event) => {
    const row = socketRows.find((candidate) => candidate.routeKey === routeKey);
    if (!row) return routeKey === '$default' ? 502 : 200;
    try {
      const answer = v.safeParse(SocketAnswer, await runtime.invoke(row, event));
      return answer.success ? answer.output.statusCode : 502;
    } catch {
      return 502;
    }
  };
}

function listen(connection: Connection, connections: Connections, call: Call): void {
  const { socket } = connection;
  socket.on('message', (data, isBinary) => {
    // A closing connection still emits the messages that had arrived.
    if (socket.readyState !== socket.OPEN) return;
    connections.touch(connection);
    if (isBinary) {
      socket.close(UNSUPPORTED_DATA, 'Binary frames are not supported');
      return;
    }
    const event = messageEvent(connection, textOf(data));
    void answerMessage(connection, event, call);
  });
  socket.on('ping', () => connections.touch(connection));
  // The library closes the connection with the right code; without a listener the event would be thrown.
  socket.on('error', () => undefined);
  socket.on('close', (code, reason) => {
    connections.remove(connection.id);
    void call('$disconnect', disconnectEvent(connection, code, reason.toString()));
  });
}

async function answerMessage(
  connection: Connection,
  event: ReturnType<typeof messageEvent>,
  call: Call,
): Promise<void> {
  const status = await call('$default', event);
  if (status < 200 || status > 299) sendErrorFrame(connection, event.requestContext.requestId);
}

/** The frame that API Gateway sends when a route's function fails. It ends a carrier's session. */
function sendErrorFrame(connection: Connection, requestId: string): void {
  if (connection.socket.readyState !== connection.socket.OPEN) return;
  connection.socket.send(JSON.stringify({ message: 'Internal server error', connectionId: connection.id, requestId }));
}

function guardFrames(stream: Duplex, webSocket: WebSocket, head: Buffer): void {
  const guard = createFrameGuard(socketLimits.frameBytes);
  const watch = (chunk: Buffer) => {
    if (guard(chunk) === 'too_large') webSocket.close(MESSAGE_TOO_BIG, 'Frame too large');
  };
  watch(head);
  stream.prependListener('data', watch);
}

function refuse(socket: Duplex, status: number): void {
  const refused = status >= 400 ? status : 502;
  const body = JSON.stringify({ message: refused === 403 ? 'Forbidden' : 'Internal server error' });
  const headers = [
    `HTTP/1.1 ${refused} ${STATUS_CODES[refused] ?? 'Refused'}`,
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}

/** Unlike the HTTP API, the WebSocket API keeps the case of header names. */
function headersAsSent({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers[rawHeaders[index] ?? ''] = rawHeaders[index + 1] ?? '';
  }
  return headers;
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString('utf8');
}
