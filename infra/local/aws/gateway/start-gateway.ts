import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { admitOwnRequests } from '@ringback/simulators/line/local-requests.ts';
import { StackError } from '#infra/local/address/stack-error.ts';
import type { HttpApi } from '#infra/local/aws/http/http-api.ts';
import {
  gatewayAnswers,
  type HttpAnswer,
  type HttpRequest,
  readRequest,
  sendAnswer,
} from '#infra/local/aws/http/http-message.ts';
import { isManagementPath, manageConnection } from '#infra/local/aws/socket/management-api.ts';
import type { SocketApi } from '#infra/local/aws/socket/socket-api.ts';

export interface RequestLine {
  method: string;
  path: string;
  status: number;
  milliseconds: number;
}

export interface GatewayOptions {
  /** 0 = any free port. */
  port: number;
  /** The address to listen on. The gateway answers under it, too, if it is not one of this machine alone. */
  host: string;
  onRequest?: (line: RequestLine) => void;
}

/** What a client of the service reaches. */
export interface Service {
  api: HttpApi;
  sockets: SocketApi;
}

/** What the stack shows of itself. */
export interface StackPages {
  /** The page at a path, if there is one. */
  get(path: string): (() => Promise<HttpAnswer>) | undefined;
  /** The answers to `POST`, by path. */
  actions: ReadonlyMap<string, (request: HttpRequest) => Promise<HttpAnswer>>;
  /** Whether pages of other sites load the file at a path. */
  isForOtherSites(path: string): boolean;
  /** For a browser that opens any other address. */
  other(): Promise<HttpAnswer>;
}

/** Its port is known before the functions start. What it does not serve yet is answered by 503. */
export interface Gateway {
  port: number;
  open(service: Service): void;
  show(pages: StackPages): void;
  stop(): Promise<void>;
}

// Longer than common clients keep an idle connection, so that no request meets a closing connection.
const KEEP_ALIVE_MS = 75_000;

/** The service's one HTTP origin: the HTTP API, the WebSocket API and its management API. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const served: Served = { service: undefined, pages: undefined };
  const server = createServer((incoming, response) => {
    void serve(served, options, incoming, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('upgrade', (incoming, socket, head) => {
    if (served.service) served.service.sockets.upgrade(incoming, socket, head);
    else socket.destroy();
  });
  admitOwnRequests(server, {
    openedAs: options.host,
    isPublic: ({ method = '', url = '' }) => isForOtherSites(served, method, pathOf(url)),
  });
  server.listen(options.port, options.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = isPortTaken(error) ? 'is in use: stop what uses it, or set PORT' : 'cannot be listened on';
    throw new StackError(`port ${options.port} ${reason}`, { cause: error });
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    open(service) {
      served.service = service;
    },
    show(pages) {
      served.pages = pages;
    },
    async stop() {
      served.service?.sockets.close();
      server.close();
      server.closeIdleConnections();
      const force = setTimeout(() => server.closeAllConnections(), 2000);
      await once(server, 'close');
      clearTimeout(force);
    },
  };
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

interface Served {
  service: Service | undefined;
  pages: StackPages | undefined;
}

/** The endpoints of a widget compare `Origin` with its list, and its files are public. */
function isForOtherSites({ service, pages }: Served, method: string, path: string): boolean {
  return (service?.api.isForOtherSites(method, path) ?? false) || (pages?.isForOtherSites(path) ?? false);
}

const pathOf = (url: string) => url.split('?')[0] ?? '/';

async function serve(
  { service, pages }: Served,
  options: GatewayOptions,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = randomUUID();
  const startedAt = performance.now();
  const method = incoming.method ?? 'GET';
  const path = pathOf(incoming.url ?? '/');
  let answer: HttpAnswer = gatewayAnswers.unavailable;
  try {
    if (service) answer = await answerTo(service, pages, incoming, { method, path, requestId });
    else incoming.resume();
  } catch {
    // The client closed the connection while its request was read.
    response.destroy();
    return;
  }
  sendAnswer(response, answer, requestId);
  const milliseconds = performance.now() - startedAt;
  options.onRequest?.({ method, path, status: answer.status, milliseconds });
}

async function answerTo(
  { api, sockets }: Service,
  pages: StackPages | undefined,
  incoming: IncomingMessage,
  { method, path, requestId }: { method: string; path: string; requestId: string },
): Promise<HttpAnswer> {
  const isManagement = isManagementPath(path);
  if (!isManagement && !api.has(method, path)) {
    return pages ? ownAnswer(pages, incoming, { method, path, requestId }) : skip(incoming, gatewayAnswers.unavailable);
  }
  const request = await readRequest(incoming, requestId);
  if (request === 'too_large') return skip(incoming, gatewayAnswers.tooLarge);
  return isManagement ? manageConnection(request, sockets.connections) : api.answer(request);
}

/** The answer of the stack itself. */
async function ownAnswer(
  pages: StackPages,
  incoming: IncomingMessage,
  { method, path, requestId }: { method: string; path: string; requestId: string },
): Promise<HttpAnswer> {
  const action = method === 'POST' ? pages.actions.get(path) : undefined;
  if (action) {
    const request = await readRequest(incoming, requestId);
    return request === 'too_large' ? skip(incoming, gatewayAnswers.tooLarge) : action(request);
  }
  incoming.resume();
  const page = method === 'GET' ? (pages.get(path) ?? otherPage(pages, incoming)) : undefined;
  return page ? page() : gatewayAnswers.notFound;
}

function skip(incoming: IncomingMessage, answer: HttpAnswer): HttpAnswer {
  incoming.resume();
  return answer;
}

/** Only for a browser that opens a page: programs are told that there is nothing. */
function otherPage(pages: StackPages, { headers }: IncomingMessage) {
  return headers.accept?.includes('text/html') ? () => pages.other() : undefined;
}
