import type middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { requestUrl, type HttpEvent, type HttpResponse } from '#shared/platform/http/http.ts';

export type CrossOriginMiddleware = middy.MiddlewareObj<
  HttpEvent,
  HttpResponse,
  Error,
  Context,
  { allowedOrigin?: string }
>;

/**
 * Lets pages of some origins call an endpoint, and no others: they get the refusal of `check`, without headers that would let a page
 * read it. Answers preflights. https://developer.mozilla.org/docs/Web/HTTP/Guides/CORS
 * @param check throws if the origin may not call the endpoint, with the `{token}` of its path
 */
export function allowOrigins(
  check: (origin: string | undefined, token: string) => Promise<void>,
): CrossOriginMiddleware {
  return {
    before: async ({ event, internal }) => {
      const origin = originOf(event);
      await check(origin, event.pathParameters['token'] ?? '');
      if (origin !== undefined) internal.allowedOrigin = origin;
      if (event.requestContext.http?.method !== 'OPTIONS') return undefined;
      return { statusCode: 204, headers: { ...corsHeaders(internal.allowedOrigin), ...PREFLIGHT }, body: '' };
    },
    after: ({ response, internal }) => {
      if (response) Object.assign(response.headers, corsHeaders(internal.allowedOrigin));
    },
    onError: ({ response, internal }) => {
      if (response) Object.assign(response.headers, corsHeaders(internal.allowedOrigin));
    },
  };
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
};

/** Browsers send no `Origin` with a read from their own origin, and say so in a header that pages cannot set. */
function originOf(event: HttpEvent): string | undefined {
  const isOwn = event.headers['sec-fetch-site'] === 'same-origin';
  return event.headers['origin'] ?? (isOwn ? requestUrl(event).origin : undefined);
}

function corsHeaders(origin: string | undefined): Record<string, string> {
  const common = { 'access-control-expose-headers': 'retry-after', vary: 'origin' };
  return origin === undefined ? common : { ...common, 'access-control-allow-origin': origin };
}
