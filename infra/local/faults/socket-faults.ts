import { type AwsRequest, postError, type Treatment } from '#infra/local/faults/aws-message.ts';
import type { FaultName } from '#infra/local/faults/fault-settings.ts';

/** What can happen to a post to a connection. */
export function possibleSocketFaults({ method }: AwsRequest): readonly FaultName[] {
  return method === 'POST' ? ['connection gone', 'too many posts', 'slow answer', 'answer lost'] : [];
}

/**
 * A connection is gone because its client has gone, so the proxy closes it as well.
 * https://docs.aws.amazon.com/apigatewaymanagementapi/latest/api/API_PostToConnection.html
 */
export function treatSocketRequest(fault: FaultName): Treatment {
  return fault === 'connection gone'
    ? { act: 'close the connection', answer: postError(410, 'GoneException', 'Gone') }
    : { act: 'answer', answer: postError(429, 'LimitExceededException', 'Too Many Requests') };
}
