import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { WebSocketServer, type WebSocket } from 'ws';

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
  frames: Frame[];
  send(frame: unknown): void;
  close(): void;
}

/** What a test wants its service to do. Paths: /answered, /action, /fallback, … answer TwiML; everything else 204. */
export interface ServiceScript {
  twiml: Record<string, string | ((request: Received) => string)>;
  /** Answers other than TwiML, by path. */
  answers?: Record<string, { status: number; contentType?: string; body?: string; never?: true }>;
  onFrame?: (frame: Frame, conversation: Conversation) => void;
}

/** A service to be called, that notes what it hears. It shares no code with the real one. */
export class FakeService {
  readonly requests: Received[] = [];
  readonly conversations: Conversation[] = [];
  script: ServiceScript = { twiml: {} };
  url = '';
  readonly #authToken: string;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #sockets = new WebSocketServer({ server: this.#server });

  constructor(authToken: string) {
    this.#authToken = authToken;
    this.#sockets.on('connection', (socket, request) => this.#converse(socket, request));
  }

  async start(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close').catch(() => undefined);
  }

  get socketUrl(): string {
    return `${this.url.replace('http', 'ws')}/voice`;
  }

  /** `<ConversationRelay>` with this service at the other end. */
  relay(attributes = '', children = ''): string {
    const relay = `<ConversationRelay url="${this.socketUrl}" ${attributes}>${children}</ConversationRelay>`;
    return `<Response><Connect action="${this.url}/action">${relay}</Connect></Response>`;
  }

  to(path: string): Received[] {
    return this.requests.filter((request) => request.path === path);
  }

  statuses(): (string | undefined)[] {
    return this.to('/status').map(({ parameters }) => parameters['CallStatus']);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const form = Object.fromEntries(new URLSearchParams(body));
    const received: Received = {
      method: request.method ?? '',
      path: pathname,
      parameters: { ...Object.fromEntries(searchParams), ...form },
      headers: request.headers,
      isSigned: this.#isSigned(request, `${this.url}${request.url}`, form),
    };
    this.requests.push(received);
    const answer = this.script.answers?.[pathname];
    const twiml = this.script.twiml[pathname];
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

  #converse(socket: WebSocket, request: IncomingMessage): void {
    const conversation: Conversation = {
      isSigned: this.#isSigned(request, this.socketUrl, {}),
      frames: [],
      send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
      close: () => socket.close(),
    };
    this.conversations.push(conversation);
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString('utf8')) as Frame;
      conversation.frames.push(frame);
      this.script.onFrame?.(frame, conversation);
    });
  }

  #isSigned(request: IncomingMessage, url: string, parameters: Record<string, string>): boolean {
    return validateRequest(this.#authToken, String(request.headers['x-twilio-signature'] ?? ''), url, parameters);
  }
}
