import type { ServerResponse } from 'node:http';
import * as v from 'valibot';

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Buffer;
}

/** The answers that API Gateway gives by itself. */
export const gatewayAnswers = {
  badRequest: gatewayAnswer(400, 'Bad Request'),
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

/** What a client gets for a function's result; a result without a status is the body of a 200, as in API Gateway. */
export function answerOfFunction(result: unknown): HttpAnswer {
  if (result === undefined) return gatewayAnswers.failed;
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) return jsonAnswer(200, result);
  const parsed = v.safeParse(FunctionAnswer, result);
  if (!parsed.success) return gatewayAnswers.failed;
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.output;
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

/** Every answer names its request, whoever gives it. */
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
