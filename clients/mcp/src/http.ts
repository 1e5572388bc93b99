import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer } from './server.ts';
import { refusalOf } from '../../../infra/simulators/line/local-requests.ts';

interface HttpOptions {
  baseUrl: string;
  /** The access token of clients that send the secret. Others send their own access token. */
  lent?: { token: string; secret: string } | undefined;
  /** 0 is any free port. */
  port: number;
}

interface Session {
  transport: StreamableHTTPServerTransport;
  /** What the client sends as `Authorization: Bearer`. */
  bearer: string;
}

/** A client that leaves without closing its session keeps it. Beyond this number, the oldest session is closed. */
const MAX_SESSIONS = 200;

/**
 * Serves MCP over streamable HTTP at `/mcp`, on this machine only. Each request has a bearer token: other programs of this machine reach the
 * address, too. Returns it, and how to stop the server.
 */
export async function serveHttp({ baseUrl, lent, port }: HttpOptions) {
  const sessions = new Map<string, Session>();
  const server = createHttpServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function open(bearer: string): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, { transport, bearer });
        const [oldest] = sessions.values();
        if (sessions.size > MAX_SESSIONS) oldest?.transport.close().catch(() => undefined);
      },
    });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target.
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    const token = lent !== undefined && isSame(bearer, lent.secret) ? lent.token : bearer;
    await createServer({ baseUrl, token }).connect(transport);
    return transport;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const foreign = refusalOf(request);
    if (foreign) return refuse(response, foreign.status, foreign.message);
    if (request.url?.split('?')[0] !== '/mcp') return refuse(response, 404, 'MCP is at /mcp');
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (bearer === undefined) return refuse(response, 401, 'Send Authorization: Bearer <access token>');
    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? sessions.get(id) : undefined;
    // A session belongs to the token that has opened it.
    if (id !== undefined && !(session && isSame(session.bearer, bearer)))
      return refuse(response, 404, 'No such session');
    return (session?.transport ?? (await open(bearer))).handleRequest(request, response);
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}/mcp`,
    async stop() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      server.close();
      server.closeAllConnections();
    },
  };
}

/** In a time that does not depend on the texts. */
function isSame(one: string, other: string): boolean {
  const [hash, otherHash] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return hash !== undefined && otherHash !== undefined && timingSafeEqual(hash, otherHash);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...challenge }).end(JSON.stringify(body));
}
