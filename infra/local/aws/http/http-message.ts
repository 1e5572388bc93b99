import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';

/** API Gateway's limit; a request over it never reaches a function. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

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
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  if (Number(length ?? 0) > MAX_BODY_BYTES) return 'too_large';
  // A request with neither has no body: https://www.rfc-editor.org/rfc/rfc9112#section-6.3
  if (length === undefined && encoding === undefined) {
    incoming.resume();
    return Buffer.alloc(0);
  }
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

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Buffer;
}

/** Answers of API Gateway itself. */
export const gatewayAnswers = {
  unauthorized: gatewayAnswer(401, 'Unauthorized'),
  forbidden: gatewayAnswer(403, 'Forbidden'),
  notFound: gatewayAnswer(404, 'Not Found'),
  tooLarge: gatewayAnswer(413, 'Request Entity Too Large'),
  failed: gatewayAnswer(500, 'Internal Server Error'),
  unavailable: gatewayAnswer(503, 'Service Unavailable'),
} as const;

const FunctionAnswer = v.object({
  statusCode: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  cookies: v.optional(v.array(v.string()), []),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.optional(v.boolean(), false),
});

/** Lambda fails an invocation with a longer result. */
const MAX_RESULT_BYTES = 6_291_556;

/** The answer for a function's result. A result without a status is the body of a 200, as in API Gateway. */
export function answerOfFunction(result: unknown): HttpAnswer {
  if (result === undefined) return gatewayAnswers.failed;
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) return jsonAnswer(200, result);
  const parsed = v.safeParse(FunctionAnswer, result);
  if (!parsed.success) return gatewayAnswers.failed;
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.output;
  if (body.length > MAX_RESULT_BYTES / 6 && Buffer.byteLength(JSON.stringify(result)) > MAX_RESULT_BYTES)
    return gatewayAnswers.failed;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    status: statusCode,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...Object.fromEntries(named),
      ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
    },
    body: isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
}

export function jsonAnswer(status: number, body: unknown): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Adds the request id to every answer. */
export function sendAnswer(response: ServerResponse, answer: HttpAnswer, requestId: string): void {
  response.writeHead(answer.status, {
    'x-request-id': requestId,
    ...answer.headers,
    'content-length': Buffer.byteLength(answer.body),
  });
  response.end(response.req.method === 'HEAD' ? undefined : answer.body);
}

function gatewayAnswer(status: number, message: string): HttpAnswer {
  return jsonAnswer(status, { message });
}
