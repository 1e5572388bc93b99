import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { helpLink, HttpEvent, type HttpResponse } from '#shared/platform/http/http.ts';
import { countFailure, withLogContext } from '#shared/platform/observability/telemetry.ts';

/** A Lambda function behind HTTP. Only Lambda and the local stack have a context to pass. */
export type HttpFunction = (event: unknown, context?: Context) => Promise<HttpResponse>;

/** Disables middy's timeout: Lambda has one. */
export const lambdaKeepsTime = { timeoutEarlyInMillis: 0 } as const;

/**
 * Answers contain personal data, so no cache keeps them and no browser guesses their type. An endpoint may set its own value.
 * API Gateway's own errors have neither header: only its REST APIs have gateway responses that can be changed.
 */
const SAFE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/**
 * The outermost layer of every chain: adds function and request ids to log lines, `x-request-id` and the safe headers to
 * responses, a link to the reference to errors, and counts responses from 500 on. A function instead of a middleware, because the log context encloses the chain.
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
      const help = response.statusCode >= 400 ? helpLink(event) : {};
      return { ...response, headers: { ...SAFE_HEADERS, ...help, ...response.headers, 'x-request-id': requestId } };
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
