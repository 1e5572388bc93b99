import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { WebSocketServer } from 'ws';

export interface Received {
  method: string;
  path: string;
  parameters: Record<string, string>;
  headers: IncomingMessage['headers'];
  isSigned: boolean;
}

export type Frame = Record<string, unknown>;

export interface Conversation {
  isSigned: boolean;
  headers: IncomingMessage['headers'];
  frames: Frame[];
  /** How the carrier has closed it. */
  closed?: { code: number; reason: string };
  send(frame: unknown): void;
  close(): void;
  /** Without a closing handshake. */
  drop(): void;
}

/** The answers of the service in a test. Paths: /answered, /action, /fallback, … answer TwiML; everything else 204. */
export interface ServiceScript {
  twiml: Record<string, string | ((request: Received) => string)>;
  /** Answers other than TwiML, by path. */
  answers?: Record<string, { status: number; contentType?: string; body?: string; never?: true }>;
  onFrame?: (frame: Frame, conversation: Conversation) => void;
}

export type FakeService = ReturnType<typeof createFakeService>;

/** A service that records the requests of the carrier. It shares no code with the real one. */
export function createFakeService(authToken: string) {
  const requests: Received[] = [];
  const conversations: Conversation[] = [];
  const isSigned = (request: IncomingMessage, url: string, parameters: Record<string, string>) =>
    validateRequest(authToken, String(request.headers['x-twilio-signature'] ?? ''), url, parameters);
  const server = createServer((request, response) => void serve(request, response));
  const sockets = new WebSocketServer({ server });
  const service = {
    requests,
    conversations,
    script: { twiml: {} } as ServiceScript,
    url: '',
    get socketUrl() {
      return `${this.url.replace('http', 'ws')}/voice`;
    },
    async start(port = 0): Promise<void> {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async stop(): Promise<void> {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
    },
    /** `<ConversationRelay>` with this service at the other end. */
    relay(attributes = '', children = ''): string {
      const relay = `<ConversationRelay url="${service.socketUrl}" ${attributes}>${children}</ConversationRelay>`;
      return `<Response><Connect action="${service.url}/action">${relay}</Connect></Response>`;
    },
    to: (path: string) => requests.filter((request) => request.path === path),
    statuses: () => service.to('/status').map(({ parameters }): string | undefined => parameters['CallStatus']),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '/', service.url);
    const form = Object.fromEntries(new URLSearchParams(body));
    const received: Received = {
      method: request.method ?? '',
      path: pathname,
      parameters: { ...Object.fromEntries(searchParams), ...form },
      headers: request.headers,
      isSigned: isSigned(request, `${service.url}${request.url}`, form),
    };
    requests.push(received);
    const answer = service.script.answers?.[pathname];
    const twiml = service.script.twiml[pathname];
    if (answer?.never) return;
    if (answer) {
      response.writeHead(answer.status, { 'Content-Type': answer.contentType ?? 'text/plain' }).end(answer.body);
    } else if (twiml === undefined) {
      response.writeHead(204).end();
    } else {
      response.writeHead(200, { 'Content-Type': 'text/xml' });
      response.end(typeof twiml === 'string' ? twiml : twiml(received));
    }
  }

  sockets.on('connection', (socket, request) => {
    const conversation: Conversation = {
      isSigned: isSigned(request, service.socketUrl, {}),
      headers: request.headers,
      frames: [],
      send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
      close: () => socket.close(),
      drop: () => socket.terminate(),
    };
    socket.on('close', (code, reason) => (conversation.closed = { code, reason: reason.toString() }));
    conversations.push(conversation);
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString('utf8')) as Frame;
      conversation.frames.push(frame);
      service.script.onFrame?.(frame, conversation);
    });
  });
  return service;
}
