import type { SQSEvent, SQSMessageAttributes } from 'aws-lambda';
import { TRACE_ATTRIBUTE } from '#infra/local/aws/lambda/lineage.ts';
import type { ReceivedMessage } from '#infra/local/aws/queues/queue-client.ts';

/** The trace header of the request that sent the message. */
export function traceOf({ MessageAttributes }: ReceivedMessage): string | undefined {
  return MessageAttributes[TRACE_ATTRIBUTE]?.StringValue;
}

/** The event that Lambda's SQS event source hands a worker. */
export function sqsEvent(messages: readonly ReceivedMessage[], queue: string): SQSEvent {
  return {
    Records: messages.map((message) => ({
      messageId: message.MessageId,
      receiptHandle: message.ReceiptHandle,
      body: message.Body,
      attributes: {
        ApproximateReceiveCount: message.Attributes['ApproximateReceiveCount'] ?? '1',
        SentTimestamp: message.Attributes['SentTimestamp'] ?? '',
        SenderId: message.Attributes['SenderId'] ?? '',
        ApproximateFirstReceiveTimestamp: message.Attributes['ApproximateFirstReceiveTimestamp'] ?? '',
        ...(message.Attributes['MessageGroupId'] === undefined
          ? {}
          : { MessageGroupId: message.Attributes['MessageGroupId'] }),
        ...(traceOf(message) === undefined ? {} : { [TRACE_ATTRIBUTE]: traceOf(message) }),
      },
      messageAttributes: messageAttributes(message),
      md5OfBody: message.MD5OfBody ?? '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queue}`,
      awsRegion: 'us-east-1',
    })),
  };
}

function messageAttributes(message: ReceivedMessage): SQSMessageAttributes {
  const attributes: SQSMessageAttributes = {};
  for (const [name, { DataType, StringValue }] of Object.entries(message.MessageAttributes)) {
    // SQS keeps it as a system attribute; the emulator cannot.
    if (name === TRACE_ATTRIBUTE) continue;
    attributes[name] = {
      dataType: DataType ?? 'String',
      ...(StringValue === undefined ? {} : { stringValue: StringValue }),
    };
  }
  return attributes;
}
