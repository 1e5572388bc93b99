import type { HttpResponse } from '#shared/platform/http/http.ts';

export interface EventParts {
  userId?: number;
  path?: string;
  id?: string | number;
  parameters?: Record<string, string>;
  query?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  method?: string;
  /** More of what the authorizer hands over. */
  token?: Record<string, number | string>;
}

/** An HTTP API event as API Gateway sends it to an endpoint. */
export function httpEvent(parts: EventParts = {}) {
  const { userId = 7, path = '/api/user/test', id, parameters, query = '', body, headers, method, token } = parts;
  return {
    version: '2.0',
    rawPath: path,
    rawQueryString: query,
    headers: { host: 'api.example.com', 'x-forwarded-proto': 'https', 'content-type': 'application/json', ...headers },
    ...(id === undefined ? {} : { pathParameters: { id: String(id) } }),
    ...(parameters === undefined ? {} : { pathParameters: parameters }),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      requestId: 'request-1',
      domainName: 'api.example.com',
      ...(method === undefined ? {} : { http: { method } }),
      authorizer: { lambda: { user_id: userId, ...token } },
    },
  };
}

/** Status and parsed body of an answer, for one `toEqual`. */
export const readResponse = (response: HttpResponse): { status: number; body: unknown } => ({
  status: response.statusCode,
  body: JSON.parse(response.body),
});

/** Asks an endpoint, as user 7 unless told otherwise. */
export const askerOf =
  (endpoint: (event: ReturnType<typeof httpEvent>) => Promise<HttpResponse>) =>
  async (parts: EventParts = {}) =>
    readResponse(await endpoint(httpEvent(parts)));
