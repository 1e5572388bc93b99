import * as v from 'valibot';
import type { AccessToken } from '#shared/accounts/account.ts';
import { authenticate, type AuthenticateDeps } from '#shared/accounts/authenticate.ts';
import { tokenFinder } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { once } from '#shared/platform/environment.ts';
import { reportFailure, withLogContext } from '#shared/platform/observability/telemetry.ts';

const text = v.optional(v.string(), '');

const AuthorizerEvent = v.object({
  /** The `Authorization` header, by which API Gateway caches the result. */
  identitySource: v.tuple([v.string()]),
  requestContext: v.optional(v.object({ http: v.optional(v.object({ sourceIp: text, userAgent: text }), {}) }), {}),
});

interface AuthorizerAnswer {
  isAuthorized: true;
  context: { user_id: number; token_id: number; expires_at?: number; requests_per_minute?: number; scopes?: string };
}

const realDeps = once((): AuthenticateDeps => ({ tokens: tokenFinder(), clock: clock() }));

/** Must not depend on the route: API Gateway caches the result for all. «Unauthorized» becomes its 401. */
function authorize(event: unknown, deps: AuthenticateDeps): Promise<AuthorizerAnswer> {
  return withLogContext({ functionId: 'authorizer/bearer-token' }, async (): Promise<AuthorizerAnswer> => {
    const parsed = v.safeParse(AuthorizerEvent, event);
    const token = parsed.success && (await authenticate(requestOf(parsed.output), deps).catch(rethrowCounted));
    if (!token) throw new Error('Unauthorized');
    return { isAuthorized: true, context: contextOf(token) };
  });
}

function requestOf({ identitySource, requestContext: { http } }: v.InferOutput<typeof AuthorizerEvent>) {
  return { authorization: identitySource[0], address: http.sourceIp, userAgent: http.userAgent };
}

function contextOf({ userId, id, expiresAt, requestsPerMinute, scopes }: AccessToken): AuthorizerAnswer['context'] {
  return {
    user_id: userId,
    token_id: id,
    ...(expiresAt !== null && { expires_at: expiresAt }),
    ...(requestsPerMinute !== null && { requests_per_minute: requestsPerMinute }),
    ...(scopes !== null && { scopes: scopes.join(' ') }),
  };
}

/** Lambda counts a refusal as an error, too, so failures have a metric of their own. */
function rethrowCounted(error: unknown): never {
  reportFailure('RequestFailed', 'authorization check failed', { error });
  throw error;
}

export const handler = Object.assign((event: unknown) => authorize(event, realDeps()), {
  schemas: { event: AuthorizerEvent },
  with: (deps: AuthenticateDeps) => (event: unknown) => authorize(event, deps),
});
