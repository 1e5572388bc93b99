import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ControlApi } from '#infra/local/carrier-simulator/control/control-api.ts';
import type { JournalEntry } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import type { Journal } from '#infra/local/carrier-simulator/journal/journal.ts';
import type { ApiRequest, ApiResponse } from '#infra/local/carrier-simulator/rest/api-message.ts';
import type { RestApi } from '#infra/local/carrier-simulator/rest/rest-api.ts';
import type { RealtimeApi } from '#infra/local/openai-realtime/realtime-api.ts';
import type { SidebandServer } from '#infra/local/openai-realtime/sideband-server.ts';

const MAX_BODY_BYTES = 1_000_000;

interface SpeechModel {
  api: RealtimeApi;
  sideband: SidebandServer;
}

/** The one port: the carrier's API under /2010-04-01, the speech model's under /v1, the control API under /_simulator. */
export class SimulatorServer {
  readonly #server: Server;
  readonly #rest: RestApi;
  readonly #control: ControlApi;
  readonly #events: EventStream;
  readonly #model: SpeechModel | undefined;

  constructor(apis: { rest: RestApi; control: ControlApi; events: EventStream; model: SpeechModel | undefined }) {
    this.#rest = apis.rest;
    this.#control = apis.control;
    this.#events = apis.events;
    this.#model = apis.model;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        if (!response.headersSent) write(response, { status: 500, json: { message: String(error) } });
      });
    });
    this.#server.on('upgrade', (request, socket, head) => {
      if (this.#model) this.#model.sideband.upgrade(request, socket, head);
      else socket.destroy();
    });
  }

  #handle(message: ApiRequest): ApiResponse {
    if (message.path.startsWith('/_simulator/')) return this.#control.handle(message);
    if (this.#model && message.path.startsWith('/v1/')) return this.#model.api.handle(message);
    return this.#rest.handle(message);
  }

  async listen(port: number): Promise<string> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('carrier simulator: no port');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.#events.close();
    this.#model?.sideband.close();
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/_simulator/events') return this.#events.open(response);
    const body = await readBody(request);
    const message: ApiRequest = {
      method: request.method ?? 'GET',
      path: pathname,
      query: searchParams,
      authorization: request.headers.authorization ?? '',
      contentType: request.headers['content-type'] ?? '',
      body,
    };
    write(response, this.#handle(message));
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('the request is too long');
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function write(response: ServerResponse, { status, json, media }: ApiResponse): void {
  if (media) {
    response.writeHead(status, { 'Content-Type': media.type, 'Content-Length': media.data.length }).end(media.data);
  } else if (json === undefined) {
    response.writeHead(status).end();
  } else {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
  }
}

/** Everything as it happens, as server-sent events named after what they tell: event, violation, attempt, message-attempt. */
export class EventStream {
  readonly #journal: Journal;
  readonly #responses = new Set<ServerResponse>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  open(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(': listening\n\n');
    this.#responses.add(response);
    const unsubscribe = this.#journal.subscribe((entry) => send(response, entry));
    response.on('close', () => {
      unsubscribe();
      this.#responses.delete(response);
    });
  }

  close(): void {
    for (const response of this.#responses) response.end();
  }
}

function send(response: ServerResponse, { kind, value }: JournalEntry): void {
  // Records are the sum of their events.
  if (['call', 'recording', 'message', 'number'].includes(kind)) return;
  response.write(`event: ${kind}\ndata: ${JSON.stringify(value)}\n\n`);
}
