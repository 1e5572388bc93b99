import type { Context } from 'aws-lambda';

/** middy wants a Lambda context; none of our handlers reads more than the request id. */
export function lambdaContext(requestId: string): Context {
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: false,
    functionName: '',
    functionVersion: '',
    invokedFunctionArn: '',
    logGroupName: '',
    logStreamName: '',
    memoryLimitInMB: '',
    getRemainingTimeInMillis: () => 0,
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}

/** Keeps middy from ending a handler when the time of its context is up: ours has none, Lambda itself keeps the time. */
export const withoutEarlyTimeout = { timeoutEarlyInMillis: 0 } as const;
