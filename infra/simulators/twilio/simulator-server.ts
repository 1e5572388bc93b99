import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiRequest, ApiResponse } from '#line/api-message.ts';
import { listen } from '#line/loopback-server.ts';
import type { SidebandServer } from '#openai/sideband-server.ts';
import type { JournalEntry } from '#twilio/journal/journal-entries.ts';
import type { Journal } from '#twilio/journal/journal.ts';
import { PERMISSIONS_PATH } from '#twilio/rest/permissions-api.ts';
import { WEB_CALLS_PATH } from '#twilio/web/web-calls.ts';

const MAX_BODY_BYTES = 1_000_000;

type Handle = (request: ApiRequest) => ApiResponse;

interface SpeechModel {
  handle: Handle;
  sideband: SidebandServer;
}

interface Upgrades {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

interface SimulatorApis {
  rest: Handle;
  control: Handle;
  events: EventStream;
  model: SpeechModel | undefined;
  /** Undefined where pages cannot call. */
  webCalls: Upgrades | undefined;
}

/** One port: the carrier's API under /2010-04-01, the speech model's under /v1, the control API under /_simulator, web calls of pages at /web-calls. */
export async function startSimulatorServer(apis: SimulatorApis, port: number) {
  const { events, model, webCalls } = apis;
  const server = createServer((request, response) => {
    serve(apis, request, response).catch((error: unknown) => {
      if (!response.headersSent) write(response, { status: 500, json: { message: String(error) } });
    });
  });
  server.on('upgrade', (request, socket, head) => {
    if (webCalls && request.url === WEB_CALLS_PATH) webCalls.upgrade(request, socket, head);
    else if (model) model.sideband.upgrade(request, socket, head);
    else socket.destroy();
  });
  const { url, stop } = await listen(server, port);
  return {
    url,
    async close(): Promise<void> {
      events.close();
      model?.sideband.close();
      webCalls?.close();
      // Without waiting for the other ends of the sockets.
      void stop();
    },
  };
}

async function serve(apis: SimulatorApis, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/_simulator/events') return apis.events.open(response);
  const message: ApiRequest = {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    authorization: request.headers.authorization ?? '',
    contentType: request.headers['content-type'] ?? '',
    body: await readBody(request),
  };
  write(response, handlerFor(pathname, apis)(message));
}

function handlerFor(path: string, { control, model, rest }: SimulatorApis): Handle {
  if (path.startsWith('/_simulator/')) return control;
  if (path === PERMISSIONS_PATH) return rest;
  return model && path.startsWith('/v1/') ? model.handle : rest;
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

type EventStream = ReturnType<typeof createEventStream>;

/** The entries of the journal as server-sent events of these types: event, violation, attempt, message-attempt. */
export function createEventStream(journal: Journal) {
  const responses = new Set<ServerResponse>();
  return {
    open(response: ServerResponse): void {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(': listening\n\n');
      responses.add(response);
      const unsubscribe = journal.subscribe((entry) => send(response, entry));
      response.on('close', () => {
        unsubscribe();
        responses.delete(response);
      });
    },
    close(): void {
      for (const response of responses) response.end();
    },
  };
}

function send(response: ServerResponse, { kind, value }: JournalEntry): void {
  // Records are left out: their events say the same.
  if (['call', 'recording', 'message', 'number'].includes(kind)) return;
  response.write(`event: ${kind}\ndata: ${JSON.stringify(value)}\n\n`);
}
