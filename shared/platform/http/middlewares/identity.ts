import type middy from '@middy/core';
import { AppError } from '#shared/platform/errors.ts';
import type { HttpEvent, HttpResponse } from '#shared/platform/http/http.ts';
import { addLogContext } from '#shared/platform/observability/telemetry.ts';

export interface Identified {
  /** The authenticated user; 0 for public endpoints. */
  userId: number;
}

/**
 * Takes the user from the authorizer. A request without one is refused, unless the endpoint is public. API Gateway caches
 * the authorizer's decision for a minute, so the expiry of the token is checked here again.
 */
export function identity(
  { isPublic }: { isPublic?: boolean },
  now: () => number = Date.now,
): middy.MiddlewareObj<HttpEvent & Identified, HttpResponse> {
  return {
    before: ({ event }) => {
      const context = event.requestContext.authorizer?.lambda;
      const userId = isPublic ? 0 : context?.user_id;
      if (userId === undefined) throw new AppError('forbidden');
      if (!isPublic && (context?.expires_at ?? Infinity) <= now()) throw new AppError('unauthorized');
      event.userId = userId;
      addLogContext({ userId });
    },
  };
}
