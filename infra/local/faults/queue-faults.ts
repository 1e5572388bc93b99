import * as v from 'valibot';
import { TRACE_ATTRIBUTE } from '#infra/local/aws/lambda/lineage.ts';
import { type AwsRequest, operationOf, queueError, type Treatment } from '#infra/local/faults/aws-message.ts';
import type { FaultName } from '#infra/local/faults/fault-settings.ts';

const Message = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ MessageAttributes: v.optional(v.record(v.string(), v.unknown()), {}) }),
);
const Batch = v.pipe(v.string(), v.parseJson(), v.looseObject({ Entries: v.array(v.looseObject({ Id: v.string() })) }));

/** What can happen to a request of a function to SQS. */
export function possibleQueueFaults(request: AwsRequest): readonly FaultName[] {
  const operation = operationOf(request);
  if (operation === 'SendMessage') return ['throttled', 'server error', 'slow answer', 'answer lost'];
  if (operation === 'SendMessageBatch')
    return ['throttled', 'server error', 'slow answer', 'answer lost', 'failed entry'];
  return [];
}

export function treatQueueRequest(fault: FaultName, request: AwsRequest): Treatment {
  if (fault === 'failed entry') return failFirstEntry(request);
  const answer =
    fault === 'throttled'
      ? queueError(403, 'RequestThrottled', 'RequestThrottled', 'The request was denied due to request throttling.')
      : queueError(500, 'InternalFailure', 'InternalFailure', 'The request processing has failed.');
  return { act: 'answer', answer };
}

/** A batch succeeds with a status of 200 when some of its entries have failed. */
function failFirstEntry({ body }: AwsRequest): Treatment {
  const { Entries, ...rest } = v.parse(Batch, body.toString('utf8'));
  const [first, ...others] = Entries;
  const failed = { Id: first?.Id, SenderFault: false, Code: 'InternalError', Message: 'Internal error' };
  return {
    act: 'change',
    body: JSON.stringify({ ...rest, Entries: others }),
    complete: (answer) => JSON.stringify({ ...Object(JSON.parse(answer)), Failed: [failed] }),
  };
}

/**
 * SQS keeps the trace header of the sender as the system attribute of the message. The emulator does not; it keeps attributes of
 * the message, so the header becomes one.
 */
export function withTraceAttribute(request: AwsRequest): Buffer {
  const trace = request.headers['x-amzn-trace-id'];
  if (operationOf(request) !== 'SendMessage' || typeof trace !== 'string') return request.body;
  const { MessageAttributes, ...rest } = v.parse(Message, request.body.toString('utf8'));
  const attribute = { [TRACE_ATTRIBUTE]: { DataType: 'String', StringValue: trace } };
  return Buffer.from(JSON.stringify({ ...rest, MessageAttributes: { ...MessageAttributes, ...attribute } }));
}
