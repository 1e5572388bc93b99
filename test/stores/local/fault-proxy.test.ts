import { PostToConnectionCommand, ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDINGS_BUCKET, localCredentials } from '#infra/local/address/names.ts';
import { startQueueEmulator } from '#infra/local/aws/queues/queue-emulator.ts';
import { createTable, startDynamoDbEmulator } from '#infra/local/aws/table/dynamodb-emulator.ts';
import { startFaultProxy } from '#infra/local/faults/fault-proxy.ts';
import type { FaultName, FaultSettings } from '#infra/local/faults/fault-settings.ts';
import { createFaults, type Faults } from '#infra/local/faults/faults.ts';
import { queueRow } from '#test/infra/local/fake-rows.ts';
import { serve } from '#test/support/http-server.ts';

const TABLE = 'ringback';
const stops: Array<() => Promise<void>> = [];
let settings: FaultSettings = { seed: 1, rate: 0, rates: {}, slowMs: 20 };
const faults: Faults = createFaults({ current: () => settings, stop: () => undefined });
let queueUrl: string;
let count: () => number;
let table: DynamoDBDocumentClient;
let sqs: SQSClient;
let s3: S3Client;
let sockets: ApiGatewayManagementApiClient;
const seenBySocket: string[] = [];

beforeAll(async () => {
  const dynamoDb = await startDynamoDbEmulator();
  await createTable(dynamoDb.endpoint, TABLE);
  const queues = await startQueueEmulator([queueRow()]);
  const gateway = await serve((incoming, outgoing) => {
    seenBySocket.push(incoming.method ?? '');
    outgoing.writeHead(incoming.method === 'DELETE' ? 204 : 200).end();
  });
  const emulators = { dynamoDb: dynamoDb.endpoint, sqsAndS3: queues.endpoint, management: gateway.url };
  const proxy = await startFaultProxy(emulators, faults);
  faults.begin();
  stops.push(
    () => proxy.stop(),
    gateway.stop,
    () => queues.stop(),
    () => dynamoDb.stop(),
  );
  queueUrl = queues.queueUrl('dial-calls').replace(queues.endpoint, proxy.url);
  count = () => queues.count('dial-calls');
  // The SDK does not repeat, so that each fault is seen.
  const options = { ...localCredentials, endpoint: proxy.url, maxAttempts: 1 };
  table = DynamoDBDocumentClient.from(new DynamoDBClient(options));
  sqs = new SQSClient(options);
  s3 = new S3Client({ ...options, forcePathStyle: true });
  sockets = new ApiGatewayManagementApiClient({ ...options, endpoint: `${proxy.url}/voice` });
});

afterAll(async () => {
  for (const stop of stops) await stop();
});

const item = (sk: string) => ({ pk: 'P', sk });
const isStored = async (sk: string) => {
  settings = { ...settings, rates: {} };
  return (await table.send(new GetCommand({ TableName: TABLE, Key: item(sk) }))).Item !== undefined;
};
const put = (sk: string) => table.send(new PutCommand({ TableName: TABLE, Item: item(sk) }));
const transact = (sk: string) => {
  const TransactItems = [sk, `${sk}-2`].map((one) => ({ Put: { TableName: TABLE, Item: item(one) } }));
  return table.send(new TransactWriteCommand({ TransactItems }));
};
const sendMessage = () => sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'x' }));
const upload = (key: string) => s3.send(new PutObjectCommand({ Bucket: RECORDINGS_BUCKET, Key: key, Body: 'x' }));
const post = () => sockets.send(new PostToConnectionCommand({ ConnectionId: 'c1=', Data: '{}' }));

/** The error of a request that gets this fault. */
async function errorOf(fault: FaultName, send: () => Promise<unknown>): Promise<unknown> {
  settings = { ...settings, rates: { [fault]: 1 } };
  return send().then(
    () => ({}),
    (error: unknown) => error,
  );
}

const reasons = (Code: string) => ({
  name: 'TransactionCanceledException',
  CancellationReasons: expect.arrayContaining([expect.objectContaining({ Code }), { Code: 'None' }]),
});
const throttled = { $retryable: undefined, $metadata: expect.objectContaining({ httpStatusCode: 400 }) };

describe('a write to the table', () => {
  it.each([
    { fault: 'conflict', write: put, error: { name: 'TransactionConflictException' }, stored: false },
    { fault: 'throttled', write: put, error: { name: 'ThrottlingException', ...throttled }, stored: false },
    { fault: 'over capacity', write: put, error: { name: 'ProvisionedThroughputExceededException' }, stored: false },
    { fault: 'answer lost', write: put, error: { code: 'ECONNRESET' }, stored: true },
    { fault: 'cancelled by a conflict', write: transact, error: reasons('TransactionConflict'), stored: false },
    { fault: 'cancelled by throttling', write: transact, error: reasons('ThrottlingError'), stored: false },
    { fault: 'cancelled by capacity', write: transact, error: reasons('ProvisionedThroughputExceeded'), stored: false },
    { fault: 'slow answer', write: put, error: {}, stored: true },
  ] as const)('«$fault»: stored $stored', async ({ fault, write, error, stored }) => {
    const sk = `${fault} ${write.name}`;
    const failure = await errorOf(fault, () => write(sk));
    expect(failure).toMatchObject(error);
    expect(await isStored(sk)).toBe(stored);
  });

  it('leaves half of a batch unprocessed', async () => {
    settings = { ...settings, rates: { unprocessed: 1 } };
    const batch = ['a', 'b', 'c'].map((sk) => ({ PutRequest: { Item: item(sk) } }));
    const written = await table.send(new BatchWriteCommand({ RequestItems: { [TABLE]: batch } }));
    expect(written.UnprocessedItems).toEqual({ [TABLE]: [batch[2]] });
    const Keys = ['a', 'b', 'c'].map(item);
    const read = await table.send(new BatchGetCommand({ RequestItems: { [TABLE]: { Keys, ConsistentRead: true } } }));
    expect(read.UnprocessedKeys).toEqual({ [TABLE]: { Keys: [item('c')], ConsistentRead: true } });
    expect(read.Responses?.[TABLE]).toHaveLength(2);
  });
});

describe('a message', () => {
  it.each([
    { fault: 'throttled', error: { name: 'RequestThrottled' }, sent: 0 },
    { fault: 'server error', error: { $metadata: { httpStatusCode: 500 } }, sent: 0 },
    { fault: 'answer lost', error: { code: 'ECONNRESET' }, sent: 1 },
  ] as const)('«$fault»: sent $sent', async ({ fault, error, sent }) => {
    const before = count();
    expect(await errorOf(fault, sendMessage)).toMatchObject(error);
    expect(count() - before).toBe(sent);
  });
});

describe('an upload', () => {
  it.each([
    { fault: 'server error', error: { name: 'InternalError' }, stored: false },
    { fault: 'slow down', error: { name: 'SlowDown', $metadata: { httpStatusCode: 503 } }, stored: false },
    { fault: 'answer lost', error: { code: 'ECONNRESET' }, stored: true },
  ] as const)('«$fault»: stored $stored', async ({ fault, error, stored }) => {
    expect(await errorOf(fault, () => upload(fault))).toMatchObject(error);
    settings = { ...settings, rates: {} };
    const read = s3.send(new GetObjectCommand({ Bucket: RECORDINGS_BUCKET, Key: fault }));
    expect(
      await read.then(
        () => true,
        () => false,
      ),
    ).toBe(stored);
  });
});

describe('a post to a connection', () => {
  it.each([
    { fault: 'connection gone', error: { name: 'GoneException' }, seen: ['DELETE'] },
    {
      fault: 'too many posts',
      error: { name: 'LimitExceededException', $metadata: { httpStatusCode: 429 } },
      seen: [],
    },
    { fault: 'answer lost', error: { code: 'ECONNRESET' }, seen: ['POST'] },
  ] as const)('«$fault»: the gateway gets $seen', async ({ fault, error, seen }) => {
    seenBySocket.length = 0;
    expect(await errorOf(fault, post)).toMatchObject(error);
    expect(seenBySocket).toEqual(seen);
  });
});

it('reports what it has done', async () => {
  const { faults: done, requests } = faults.report();
  expect(done).toMatchObject({ conflict: 1, 'answer lost': 4, 'connection gone': 1 });
  expect(requests['table PutItem']).toBeGreaterThan(4);
});
