import { randomUUID } from 'node:crypto';
import type { Connection } from '#infra/local/aws/socket/connections.ts';

type Origin = Omit<Connection, 'socket'>;

/** The events of API Gateway's WebSocket API. Headers and the query come with `$connect` only. */
export function connectEvent(connection: Origin, query: string) {
  const parameters = Object.fromEntries(new URLSearchParams(query));
  return {
    headers: connection.headers,
    multiValueHeaders: Object.fromEntries(Object.entries(connection.headers).map(([name, value]) => [name, [value]])),
    ...(query === '' ? {} : { queryStringParameters: parameters }),
    requestContext: requestContext(connection, '$connect', 'CONNECT'),
    isBase64Encoded: false,
  };
}

export function messageEvent(connection: Origin, body: string) {
  const context = requestContext(connection, '$default', 'MESSAGE');
  return { requestContext: { ...context, messageId: randomUUID() }, body, isBase64Encoded: false };
}

export function disconnectEvent(connection: Origin, code: number, reason: string) {
  const context = requestContext(connection, '$disconnect', 'DISCONNECT');
  return {
    headers: { Host: connection.host },
    requestContext: { ...context, disconnectStatusCode: code, disconnectReason: reason },
    isBase64Encoded: false,
  };
}

function requestContext(connection: Origin, routeKey: string, eventType: string) {
  const now = Date.now();
  const requestId = randomUUID();
  return {
    routeKey,
    eventType,
    requestId,
    extendedRequestId: requestId,
    requestTime: new Date(now).toISOString(),
    requestTimeEpoch: now,
    messageDirection: 'IN',
    stage: 'voice',
    apiId: 'local',
    domainName: connection.host.replace(/:\d+$/, ''),
    connectionId: connection.id,
    connectedAt: connection.connectedAt,
    identity: { sourceIp: connection.sourceIp },
  };
}
