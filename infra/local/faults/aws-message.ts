import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';

/** A request of a function, as the proxy has read it. */
export interface AwsRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface AwsAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** What happens to a request. */
export type Treatment =
  | { act: 'answer'; answer: AwsAnswer }
  /** It succeeds, and the connection breaks before the answer comes. */
  | { act: 'lose the answer' }
  | { act: 'answer late'; milliseconds: number }
  /** Another request is forwarded instead, and its answer is completed. */
  | { act: 'change'; body: string; complete: (answer: string) => string }
  /** The WebSocket of the path is closed first. */
  | { act: 'close the connection'; answer: AwsAnswer };

/** `DynamoDB_20120810.GetItem` → `GetItem`. */
export function operationOf({ headers }: AwsRequest): string {
  return String(headers['x-amz-target'] ?? '').split('.')[1] ?? '';
}

/**
 * An error of DynamoDB. The SDK reads the part of `__type` after the `#`.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
export function tableError(type: string, fields: Record<string, unknown>): AwsAnswer {
  return tableAnswer(400, { __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...fields });
}

function tableAnswer(status: number, json: unknown): AwsAnswer {
  const body = Buffer.from(JSON.stringify(json));
  const requestId = randomBytes(26).toString('hex').toUpperCase();
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': requestId,
    'x-amz-crc32': String(crc32(body)),
  };
  return { status, headers, body };
}

/** An error of SQS's JSON protocol. The header names the code of the older query protocol. */
export function queueError(status: number, type: string, code: string, message: string): AwsAnswer {
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': randomUUID(),
    'x-amzn-query-error': `${code};${status < 500 ? 'Sender' : 'Receiver'}`,
  };
  return { status, headers, body: Buffer.from(JSON.stringify({ __type: `com.amazonaws.sqs#${type}`, message })) };
}

/** An error of S3. */
export function bucketError(status: number, code: string, message: string): AwsAnswer {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const hostId = randomBytes(56).toString('base64');
  const body = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>` +
      `<RequestId>${requestId}</RequestId><HostId>${hostId}</HostId></Error>`,
  );
  const headers = { 'content-type': 'application/xml', 'x-amz-request-id': requestId, 'x-amz-id-2': hostId };
  return { status, headers, body };
}

/** An error of the management API of a WebSocket API. */
export function postError(status: number, type: string, message: string): AwsAnswer {
  const headers = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), 'x-amzn-errortype': type };
  return { status, headers, body: Buffer.from(JSON.stringify({ message })) };
}
