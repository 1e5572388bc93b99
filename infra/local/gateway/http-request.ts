import type { IncomingMessage } from 'node:http';

/** API Gateway's limit; a request over it never reaches a function. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** A request as it came over the wire, its body read whole. */
export interface HttpRequest {
  requestId: string;
  method: string;
  /** As sent, without the query. */
  path: string;
  /** As sent, without the question mark. */
  query: string;
  /** Names in lower case; values of a repeated header joined by commas. */
  headers: Record<string, string>;
  body: Buffer;
  sourceIp: string;
  receivedAt: number;
}

/** `too_large`: the body is over the limit; the rest of it is left unread. */
export async function readRequest(incoming: IncomingMessage, requestId: string): Promise<HttpRequest | 'too_large'> {
  const receivedAt = Date.now();
  const body = await readBody(incoming);
  if (body === 'too_large') return body;
  const [path = '/', ...query] = (incoming.url ?? '/').split('?');
  return {
    requestId,
    method: incoming.method ?? 'GET',
    path,
    query: query.join('?'),
    headers: joinHeaders(incoming),
    body,
    sourceIp: incoming.socket.remoteAddress ?? '127.0.0.1',
    receivedAt,
  };
}

export function joinHeaders(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (values) headers[name] = values.join(name === 'cookie' ? '; ' : ',');
  }
  return headers;
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | 'too_large'> {
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return 'too_large';
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > MAX_BODY_BYTES) return 'too_large';
    chunks.push(buffer);
  }
  return Buffer.concat(chunks);
}
