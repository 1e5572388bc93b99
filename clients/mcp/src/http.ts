import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer } from './server.ts';

interface HttpOptions {
  baseUrl: string;
  /** Of clients that send no `Authorization` header. */
  token?: string | undefined;
  /** 0 is any free port. */
  port: number;
}

interface Session {
  transport: StreamableHTTPServerTransport;
  token: string;
}

/** A client that leaves without closing its session keeps it. Beyond this number, the oldest session is closed. */
const MAX_SESSIONS = 200;

/** Serves MCP over streamable HTTP at `/mcp`, on this machine only. Returns its address and how to stop it. */
export async function serveHttp({ baseUrl, token: ownToken, port }: HttpOptions) {
  const sessions = new Map<string, Session>();
  const server = createHttpServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const allowedHosts = () => {
    const address = server.address();
    const number = typeof address === 'object' && address !== null ? address.port : port;
    return [`127.0.0.1:${number}`, `localhost:${number}`];
  };

  async function open(token: string): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      // A page of a browser must not reach this server under a name of its own.
      enableDnsRebindingProtection: true,
      allowedHosts: allowedHosts(),
      onsessioninitialized: (id) => {
        sessions.set(id, { transport, token });
        const [oldest] = sessions.values();
        if (sessions.size > MAX_SESSIONS) oldest?.transport.close().catch(() => undefined);
      },
    });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target.
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await createServer({ baseUrl, token }).connect(transport);
    return transport;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.split('?')[0] !== '/mcp') return refuse(response, 404, 'MCP is at /mcp');
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ownToken;
    if (token === undefined) return refuse(response, 401, 'Send Authorization: Bearer <access token>');
    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? sessions.get(id) : undefined;
    // A session belongs to the token that has opened it.
    if (id !== undefined && session?.token !== token) return refuse(response, 404, 'No such session');
    return (session?.transport ?? (await open(token))).handleRequest(request, response);
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://${allowedHosts()[0]}/mcp`,
    async stop() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      server.close();
      server.closeAllConnections();
    },
  };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
