/** An API Gateway HTTP API answer, payload format 2.0. */
export interface HttpResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/** What an endpoint returns; the body is sent as JSON. */
export interface EndpointAnswer<Body = unknown> {
  status: number;
  body: Body;
  headers?: Record<string, string>;
}

export function ok<const Body>(body: Body): EndpointAnswer<Body> {
  return { status: 200, body };
}

export function created<const Body>(body: Body): EndpointAnswer<Body> {
  return { status: 201, body };
}

export function jsonResponse({ status, body, headers }: EndpointAnswer): HttpResponse {
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}
