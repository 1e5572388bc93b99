import { type AwsRequest, bucketError, type Treatment } from '#infra/local/faults/aws-message.ts';
import type { FaultName } from '#infra/local/faults/fault-settings.ts';

/** What can happen to a request to S3. */
export function possibleBucketFaults({ method }: AwsRequest): readonly FaultName[] {
  const always = ['server error', 'slow down', 'slow answer'] as const;
  return method === 'GET' || method === 'HEAD' ? always : [...always, 'answer lost'];
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList */
export function treatBucketRequest(fault: FaultName): Treatment {
  const answer =
    fault === 'slow down'
      ? bucketError(503, 'SlowDown', 'Please reduce your request rate.')
      : bucketError(500, 'InternalError', 'We encountered an internal error. Please try again.');
  return { act: 'answer', answer };
}
