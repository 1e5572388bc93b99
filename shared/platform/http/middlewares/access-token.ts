import type middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { dynamo, environment, once } from '#shared/platform/environment.ts';
import { AppError } from '#shared/platform/errors.ts';
import { errorResponse } from '#shared/platform/http/errors.ts';
import {
  jsonResponse,
  requestUrl,
  type HttpEvent,
  type HttpResponse,
  type TokenScope,
} from '#shared/platform/http/http.ts';
import { addLogContext, logger } from '#shared/platform/observability/telemetry.ts';
import { perMinute, type RateLimit } from '#shared/platform/rate-limit.ts';
import {
  createDynamoDbUserRateStore,
  createUserRateLimiter,
  left,
  secondsUntilMayTake,
  shareName,
  type UserBucket,
  type UserRateLimiter,
  type UserTaken,
} from '#shared/platform/user-rate.ts';

export interface Identified {
  /** The authenticated user; 0 for public endpoints. */
  userId: number;
  access: Access;
}

export interface Access {
  /** Undefined in the answers of the authorizers of older releases. */
  tokenId: number | undefined;
  /** Null = all rights. */
  scopes: readonly TokenScope[] | null;
  /** Epoch milliseconds. Null = never. */
  expiresAt: number | null;
}

export const DEFAULT_SCOPE: TokenScope = 'admin';

/** Without a scope, the endpoint needs `admin` of a token that has scopes. */
interface AccessRule {
  isPublic?: boolean;
  scope?: TokenScope;
}

/** Checks expiry and scopes: API Gateway caches the authorizer's decision for a minute and for all routes. */
export function identity(
  { isPublic, scope = DEFAULT_SCOPE }: AccessRule,
  now: () => number = Date.now,
): middy.MiddlewareObj<HttpEvent & Identified, HttpResponse> {
  return {
    before: ({ event }) => {
      const context = event.requestContext.authorizer?.lambda;
      const userId = isPublic ? 0 : context?.user_id;
      if (userId === undefined) throw new AppError('forbidden');
      if (!isPublic && (context?.expires_at ?? Infinity) <= now()) throw new AppError('unauthorized');
      const scopes = context?.scopes ?? null;
      if (!isPublic && scopes !== null && !scopes.includes(scope)) throw scopeMissing(scope);
      event.userId = userId;
      event.access = { tokenId: context?.token_id, scopes, expiresAt: context?.expires_at ?? null };
      addLogContext({ userId });
    },
  };
}

export function scopeMissing(scope: TokenScope): AppError {
  const message = `This token lacks the scope ${scope}. Use a token that has it; POST /user/tokens creates one.`;
  return new AppError('scope_missing', { message });
}

type Chain = (event: HttpEvent, context: Context) => Promise<HttpResponse>;

interface RateLimiting {
  requestsPerMinute: number;
  burst: number;
  limiter: UserRateLimiter;
  now: () => number;
}

const DEFAULT_BURST = 100;

const limitingOfStage = once((): RateLimiting | undefined => {
  const { RATE_LIMIT_PER_MINUTE: requestsPerMinute, RATE_LIMIT_BURST } = environment.rateLimit();
  if (requestsPerMinute === undefined) return undefined;
  const store = createDynamoDbUserRateStore({ client: dynamo(), tableName: environment.table() });
  const burst = Math.min(RATE_LIMIT_BURST ?? DEFAULT_BURST, requestsPerMinute);
  return { requestsPerMinute, burst, limiter: createUserRateLimiter(store), now: Date.now };
});

/** A read runs while it is counted; the answer of one too many is dropped. A write waits, unless half of the burst was
 * left a moment ago (decision 0026). Not a middleware: middy skips the rest of the chain after an early answer. */
export function rateLimited(
  { isPublic }: { isPublic?: boolean },
  chain: Chain,
  limitingOf: () => RateLimiting | undefined = limitingOfStage,
): Chain {
  return async (event, context) => {
    const authorized = event.requestContext.authorizer?.lambda;
    const tokenId = authorized?.token_id;
    const limiting = isPublic || authorized === undefined || tokenId === undefined ? undefined : limitingOf();
    if (authorized === undefined || tokenId === undefined || !limiting) return chain(event, context);
    const request = new CountedRequest({ ...authorized, token_id: tokenId }, limiting);
    const { answer, bucket } = request.expected;
    if (answer === 'refused') return request.refuse(bucket);
    const counting = request.count();
    const isRead = event.requestContext.http?.method === 'GET';
    if (answer === 'unknown' && !isRead) {
      const counted = await counting;
      if (!counted.isAllowed) return request.refuse(counted.bucket);
    }
    const [response, counted] = await Promise.all([chain(event, context), counting]);
    return isRead && !counted.isAllowed ? request.refuse(counted.bucket) : request.withState(response, counted.bucket);
  };
}

interface Authorized {
  user_id: number;
  token_id: number;
  requests_per_minute?: number | undefined;
}

class CountedRequest {
  private readonly limit: RateLimit;
  private readonly requestsPerMinute: number;
  private readonly now: number;
  private readonly userId: number;
  private readonly share: string;
  private readonly limiter: UserRateLimiter;
  readonly expected: ReturnType<UserRateLimiter['expect']>;

  constructor({ user_id, token_id, requests_per_minute }: Authorized, { limiter, ...stage }: RateLimiting) {
    this.requestsPerMinute = requests_per_minute ?? stage.requestsPerMinute;
    // A user's own limit has a burst in the same proportion.
    const burst = Math.max(1, Math.round((stage.burst / stage.requestsPerMinute) * this.requestsPerMinute));
    this.limit = perMinute(this.requestsPerMinute, burst);
    this.now = stage.now();
    this.userId = user_id;
    this.share = shareName(token_id);
    this.limiter = limiter;
    this.expected = limiter.expect(this.userId, this.share, this.limit, this.now);
  }

  /** A limit that cannot be counted holds up no request. */
  async count(): Promise<UserTaken> {
    try {
      return await this.limiter.take(this.userId, this.share, this.limit, this.now);
    } catch (error) {
      logger.error('request could not be counted against its rate limit', { error });
      return { isAllowed: true, bucket: this.expected.bucket };
    }
  }

  refuse(bucket: UserBucket): HttpResponse {
    const retryAfterSeconds = secondsUntilMayTake(bucket, this.share, this.limit, this.now);
    const refusal = errorResponse(new AppError('too_many_requests', { retryAfterSeconds }));
    return this.withState(jsonResponse(refusal), bucket);
  }

  withState(response: HttpResponse, bucket: UserBucket): HttpResponse {
    Object.assign(response.headers, {
      'x-ratelimit-limit': String(this.requestsPerMinute),
      'x-ratelimit-remaining': String(left(bucket, this.share, this.limit, this.now)),
      'x-ratelimit-reset': String(Math.ceil(Math.max(bucket.fullAt, this.now) / 1000)),
    });
    return response;
  }
}

export type CrossOriginMiddleware = middy.MiddlewareObj<
  HttpEvent,
  HttpResponse,
  Error,
  Context,
  { allowedOrigin?: string }
>;

/** `check` throws if the origin may not call: its page cannot read the refusal.
 * https://developer.mozilla.org/docs/Web/HTTP/Guides/CORS */
export function allowOrigins(
  check: (origin: string | undefined, token: string) => Promise<unknown>,
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
