export type ApiAnswer<Body> = { status: number; headers: Headers; body: Body };

/** Calls the API; the type of the body is what the test expects it to be. */
export type ApiClient = <Body = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiAnswer<Body>>;

/** A client of a user. `check` looks at every answer. */
export const clientFor =
  (
    baseUrl: string,
    token: string,
    check?: (method: string, url: string, answer: ApiAnswer<unknown>) => void,
  ): ApiClient =>
  async <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<Body>> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, headers: response.headers, body: (await response.json()) as Body };
    check?.(method, response.url, answer);
    return answer;
  };
