import type { HttpAnswer, HttpRequest } from '#infra/local/aws/http/http-message.ts';
import { type Connection, type Connections, SOCKET_PATH, socketLimits } from '#infra/local/aws/socket/connections.ts';

const MANAGEMENT_PATH = new RegExp(`^${SOCKET_PATH}/(?:@|%40)connections/(?<id>[^/]+)$`, 'i');

export function isManagementPath(path: string): boolean {
  return MANAGEMENT_PATH.test(path);
}

/** `@connections`: sends to a connection, describes it and closes it. */
export async function manageConnection(request: HttpRequest, connections: Connections): Promise<HttpAnswer> {
  if (request.headers['authorization'] === undefined) return refusal(403, 'MissingAuthenticationTokenException');
  const connection = connections.find(connectionIdOf(request.path));
  if (!connection) return refusal(410, 'GoneException');
  switch (request.method) {
    case 'POST':
      return post(connection, request.body, connections);
    case 'GET':
      return answer(200, {
        connectedAt: new Date(connection.connectedAt).toISOString(),
        lastActiveAt: new Date(connection.lastActiveAt).toISOString(),
        identity: { sourceIp: connection.sourceIp },
      });
    case 'DELETE':
      connection.socket.close(1000, 'Connection Closed Normally');
      return { status: 204, headers: {}, body: '' };
    default:
      return refusal(404, 'NotFoundException');
  }
}

function connectionIdOf(path: string): string {
  const escaped = MANAGEMENT_PATH.exec(path)?.groups?.['id'] ?? '';
  return escaped.replaceAll(/%3d/gi, '=').replaceAll(/%2d/gi, '-');
}

async function post(connection: Connection, body: Buffer, connections: Connections): Promise<HttpAnswer> {
  if (body.length > socketLimits.messageBytes) return refusal(413, 'PayloadTooLargeException');
  const isSent = await new Promise<boolean>((resolve) => {
    connection.socket.send(body.toString('utf8'), (error) => resolve(error === undefined || error === null));
  });
  if (!isSent) return refusal(410, 'GoneException');
  connections.touch(connection);
  return { status: 200, headers: {}, body: '' };
}

function refusal(status: number, type: string): HttpAnswer {
  return answer(status, { message: type }, { 'x-amzn-errortype': type });
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
