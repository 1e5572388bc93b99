import * as v from 'valibot';

/** API Gateway may pass numbers of the authorizer as text. */
const contextNumber = v.pipe(v.union([v.string(), v.number()]), v.transform(Number));

/** `calls`: also campaigns, leads, do-not-call. `admin`: assistants, webhooks, tokens. None includes another one. */
export const tokenScopes = ['read', 'calls', 'sms', 'admin'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** A scope that this release does not know grants nothing. */
const contextScopes = v.pipe(
  v.string(),
  v.transform((names) => tokenScopes.filter((scope) => names.split(' ').includes(scope))),
);

/** The parts of an API Gateway HTTP API event (payload format 2.0) that the service reads. */
export const HttpEvent = v.object({
  /** `PUT /api/user/assistant/{id}` */
  routeKey: v.optional(v.string(), ''),
  rawPath: v.string(),
  rawQueryString: v.optional(v.string(), ''),
  headers: v.record(v.string(), v.string()),
  pathParameters: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.unknown()),
  isBase64Encoded: v.optional(v.boolean(), false),
  requestContext: v.object({
    requestId: v.string(),
    domainName: v.string(),
    http: v.optional(v.object({ method: v.string(), sourceIp: v.optional(v.string(), '') })),
    authorizer: v.optional(
      v.object({
        lambda: v.object({
          user_id: contextNumber,
          token_id: v.optional(contextNumber),
          /** Epoch milliseconds. */
          expires_at: v.optional(contextNumber),
          requests_per_minute: v.optional(contextNumber),
          /** Separated by spaces. Absent: the token has all rights. */
          scopes: v.optional(contextScopes),
        }),
      }),
    ),
  }),
});

export type HttpEvent = v.InferOutput<typeof HttpEvent>;

export function requestUrl(event: HttpEvent): URL {
  const scheme = event.headers['x-forwarded-proto'] ?? 'https';
  const host = event.headers['host'] ?? event.requestContext.domainName;
  const query = event.rawQueryString === '' ? '' : `?${event.rawQueryString}`;
  return new URL(`${scheme}://${host}${event.rawPath}${query}`);
}

export const API_PREFIX = '/api';

function referenceUrl(event: HttpEvent): string {
  const [method = '', route = ''] = event.routeKey.split(' ');
  const pointer = `/paths/${route.slice(API_PREFIX.length).replaceAll('/', '~1')}/${method.toLowerCase()}`;
  const document = `${requestUrl(event).origin}${API_PREFIX}/openapi.json`;
  return method === 'ANY' ? document : `${document}#${encodeURI(pointer)}`;
}

export function helpLink(event: HttpEvent): Record<string, string> {
  return event.routeKey.includes(` ${API_PREFIX}/`) ? { link: `<${referenceUrl(event)}>; rel="help"` } : {};
}

/** The body as sent, which signatures cover. */
export function rawBody({ body, isBase64Encoded }: HttpEvent): string {
  if (typeof body !== 'string') return '';
  return isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
}

/** Before anything is read: what a stranger sends costs time and memory. */
export function isLargerThan(
  bytes: number,
  { body, isBase64Encoded }: Pick<HttpEvent, 'body' | 'isBase64Encoded'>,
): boolean {
  return typeof body === 'string' && Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') > bytes;
}

export function parseForm(event: HttpEvent): Record<string, string | string[]> {
  const fields = new URLSearchParams(rawBody(event));
  const entries = [...new Set(fields.keys())].map((name) => {
    const values = fields.getAll(name);
    return [name, values.length === 1 ? (values[0] ?? '') : values] as const;
  });
  return Object.fromEntries(entries);
}

export interface HttpResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: boolean;
}

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

/** Longer ones, and numbers beyond those of the table, count as this. */
const LONGEST_RETRY_AFTER_SECONDS = 86_400;

/** A `Retry-After`, seconds or a date, as seconds from `now`, a day at most. Null if it is missing or invalid. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_RETRY_AFTER_SECONDS);
  const date = /^[A-Z]/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(0, Math.ceil((date - now) / 1000)), LONGEST_RETRY_AFTER_SECONDS);
}

/** DynamoDB refuses half characters, at which a carrier may cut its text, and no utterance is found by them. */
export function wholeCharacters(text: string): string {
  return text.replaceAll(/[\p{Cs}\uFFFD]/gu, '');
}
