import type { Context } from 'aws-lambda';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

/** The second argument that Lambda gives a handler. */
export function functionContext(row: ManifestRow, requestId: string): Context {
  const deadline = Date.now() + row.timeoutSeconds * 1000;
  const functionName = row.id.replaceAll('/', '-');
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    memoryLimitInMB: String(row.memoryMb),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}
