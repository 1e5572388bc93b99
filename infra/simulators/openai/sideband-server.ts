import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { type WebSocket, WebSocketServer } from 'ws';
import { frameText } from '#line/frame-text.ts';
import { isAuthorized } from '#openai/realtime-api.ts';
import type { RealtimeCall } from '#openai/realtime-call.ts';
import type { RealtimeCalls } from '#openai/realtime-calls.ts';
import { ClientEvent } from '#openai/session-body.ts';

const Frame = v.pipe(v.string(), v.parseJson(), ClientEvent);

/** `wss://…/v1/realtime?call_id=…`: sends the events of a call, and takes the client events of OpenAI. */
export function createSidebandServer(calls: RealtimeCalls) {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const call = calls.find(searchParams.get('call_id') ?? '');
      if (!isAuthorized(calls, request.headers.authorization ?? '')) return refuse(socket, '401 Unauthorized');
      if (pathname !== '/v1/realtime' || call?.state !== 'live') return refuse(socket, '404 Not Found');
      server.handleUpgrade(request, socket, head, (opened) => attach(opened, call));
    },
    close(): void {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

export type SidebandServer = ReturnType<typeof createSidebandServer>;

function attach(socket: WebSocket, call: RealtimeCall): void {
  const detach = call.attach(
    (event) => socket.send(JSON.stringify(event)),
    () => socket.close(1000),
  );
  socket.on('close', detach);
  socket.on('error', () => socket.terminate());
  socket.on('message', (data) => {
    const event = v.safeParse(Frame, frameText(data));
    if (event.success) call.execute(event.output);
    else call.refuse('invalid_value', v.summarize(event.issues));
  });
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
