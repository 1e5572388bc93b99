import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
  host: string;
  api: HttpApi;
  sockets: SocketApi;
  /** Pages of the stack itself, by path. */
  pages?: { get(path: string): (() => Promise<HttpAnswer>) | undefined };
  /** What the stack itself does on `POST`, by path. */
  actions?: ReadonlyMap<string, (request: HttpRequest) => Promise<HttpAnswer>>;
  /** What a browser gets that opens any other address. */
  otherPage?: () => Promise<HttpAnswer>;
  onRequest?: (line: RequestLine) => void;
}

export interface Gateway {
  port: number;
  /** Before this the gateway answers 503, so that its port is known before the functions start. */
  open(): void;
  stop(): Promise<void>;
}

// Longer than common clients keep an idle connection, so that no request meets a closing connection.
const KEEP_ALIVE_MS = 75_000;

/** The service's one HTTP origin: the HTTP API, the WebSocket API and its management API. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  let isOpen = false;
  const server = createServer((incoming, response) => {
    void serve(options, isOpen, incoming, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('upgrade', (incoming, socket, head) => {
    if (isOpen) options.sockets.upgrade(incoming, socket, head);
    else socket.destroy();
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
    open() {
      isOpen = true;
    },
    async stop() {
      options.sockets.close();
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

async function serve(
  options: GatewayOptions,
  isOpen: boolean,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = randomUUID();
  const startedAt = performance.now();
  const method = incoming.method ?? 'GET';
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  let answer: HttpAnswer = gatewayAnswers.unavailable;
  try {
    if (isOpen) answer = await answerTo(options, incoming, { method, path, requestId });
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
  options: GatewayOptions,
  incoming: IncomingMessage,
  { method, path, requestId }: { method: string; path: string; requestId: string },
): Promise<HttpAnswer> {
  const isManagement = isManagementPath(path);
  const isService = isManagement || options.api.has(method, path);
  const page = method === 'GET' ? (options.pages?.get(path) ?? otherPage(options, incoming, isService)) : undefined;
  const action = method === 'POST' ? options.actions?.get(path) : undefined;
  if (page || (!isService && !action)) {
    incoming.resume();
    return page ? page() : gatewayAnswers.notFound;
  }
  const request = await readRequest(incoming, requestId);
  if (request === 'too_large') {
    incoming.resume();
    return gatewayAnswers.tooLarge;
  }
  if (action) return action(request);
  return isManagement ? manageConnection(request, options.sockets.connections) : options.api.answer(request);
}

/** Only for a browser that opens a page: programs are told that there is nothing. */
function otherPage({ otherPage: page }: GatewayOptions, { headers }: IncomingMessage, isService: boolean) {
  return !isService && headers.accept?.includes('text/html') ? page : undefined;
}
