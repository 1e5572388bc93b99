import type middy from '@middy/core';
import { AppError } from '#shared/platform/errors.ts';
import type { HttpEvent, HttpResponse } from '#shared/platform/http/http.ts';
import { addLogContext } from '#shared/platform/observability/telemetry.ts';

export interface Identified {
  /** The authenticated user; 0 for public endpoints. */
  userId: number;
}

/** Takes the user from the authorizer. A request without one is refused, unless the endpoint is public. */
export function identity({
  isPublic,
}: {
  isPublic?: boolean;
}): middy.MiddlewareObj<HttpEvent & Identified, HttpResponse> {
  return {
    before: ({ event }) => {
      const userId = isPublic ? 0 : event.requestContext.authorizer?.lambda.user_id;
      if (userId === undefined) throw new AppError('forbidden');
      event.userId = userId;
      addLogContext({ userId });
    },
  };
}
