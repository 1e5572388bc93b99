import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { HttpEvent, type HttpResponse } from '#shared/platform/http/http.ts';
import { countFailure, withLogContext } from '#shared/platform/observability/telemetry.ts';

/** A Lambda function behind HTTP. Only Lambda and the local stack have a context to pass. */
export type HttpFunction = (event: unknown, context?: Context) => Promise<HttpResponse>;

/** Disables middy's timeout: Lambda has one. */
export const lambdaKeepsTime = { timeoutEarlyInMillis: 0 } as const;

/**
 * The outermost layer of every chain: adds function and request ids to log lines and `x-request-id` to responses, and counts
 * responses from 500 on. A function instead of a middleware, because the log context encloses the chain.
 */
export function observed(
  functionId: string,
  chain: (event: HttpEvent, context: Context) => Promise<HttpResponse>,
): HttpFunction {
  return (input, context) => {
    const event = v.parse(HttpEvent, input);
    const { requestId } = event.requestContext;
    return withLogContext({ functionId, requestId }, async () => {
      const response = await chain(event, context ?? contextOutsideLambda(requestId));
      if (response.statusCode >= 500) countFailure('RequestFailed');
      response.headers['x-request-id'] = requestId;
      return response;
    });
  };
}

/** For unit tests, which call a function without a context. */
function contextOutsideLambda(requestId: string): Context {
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: false,
    functionName: '',
    functionVersion: '',
    invokedFunctionArn: '',
    logGroupName: '',
    logStreamName: '',
    memoryLimitInMB: '',
    getRemainingTimeInMillis: () => 30_000,
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}
