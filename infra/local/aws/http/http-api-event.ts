import type { HttpRequest } from '#infra/local/aws/http/http-message.ts';
import type { Match } from '#infra/local/aws/http/match-route.ts';

/** The event of API Gateway's HTTP API, payload format 2.0, that a function or an authorizer is called with. */
export function httpApiEvent(request: HttpRequest, match: Match, authorizerContext?: Record<string, unknown>) {
  const { cookie, ...sent } = request.headers;
  const headers: Record<string, string> = {
    ...sent,
    'x-forwarded-for': request.sourceIp,
    'x-forwarded-proto': 'http',
  };
  const { routeKey } = match;
  const queryStringParameters = joinQuery(request.query);
  return {
    version: '2.0',
    routeKey,
    rawPath: request.path,
    rawQueryString: request.query,
    ...(cookie === undefined ? {} : { cookies: cookie.split(/; */) }),
    headers,
    ...(queryStringParameters === undefined ? {} : { queryStringParameters }),
    ...(Object.keys(match.pathParameters).length === 0 ? {} : { pathParameters: match.pathParameters }),
    requestContext: {
      ...requestContext(request, routeKey),
      ...(authorizerContext === undefined ? {} : { authorizer: { lambda: authorizerContext } }),
    },
    ...encodeBody(request),
  };
}

export type HttpApiEvent = ReturnType<typeof httpApiEvent>;

/** The event of a REQUEST authorizer: the request without its body, and the header that identifies the caller. */
export function authorizerEvent(event: HttpApiEvent, authorization: string) {
  const { body: _, isBase64Encoded: __, ...rest } = event;
  const [method = '', path = ''] = event.routeKey.split(' ');
  return {
    ...rest,
    type: 'REQUEST',
    routeArn: `arn:aws:execute-api:us-east-1:000000000000:local/$default/${method}${path}`,
    identitySource: [authorization],
  };
}

function requestContext(request: HttpRequest, routeKey: string) {
  const host = request.headers['host'] ?? 'localhost';
  return {
    accountId: '000000000000',
    apiId: 'local',
    domainName: host.replace(/:\d+$/, ''),
    domainPrefix: 'local',
    http: {
      method: request.method,
      path: request.path,
      protocol: 'HTTP/1.1',
      sourceIp: request.sourceIp,
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId: request.requestId,
    routeKey,
    stage: '$default',
    time: new Date(request.receivedAt).toISOString(),
    timeEpoch: request.receivedAt,
  };
}

function joinQuery(query: string): Record<string, string> | undefined {
  if (query === '') return undefined;
  const joined: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    joined[name] = joined[name] === undefined ? value : `${joined[name]},${value}`;
  }
  return joined;
}

/** API Gateway hands over these types as text and encodes everything else, forms too. */
const TEXT_TYPES = /^(?:text\/|application\/(?:json|javascript|xml|.+\+(?:json|xml))\s*(?:;|$))/i;

function encodeBody({ body, headers }: HttpRequest): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const isBase64Encoded = !TEXT_TYPES.test(headers['content-type'] ?? 'text/plain');
  return { body: body.toString(isBase64Encoded ? 'base64' : 'utf8'), isBase64Encoded };
}
