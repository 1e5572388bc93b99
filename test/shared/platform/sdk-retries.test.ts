import { PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { managementClient } from '#shared/container.ts';
import { dynamo, sqs } from '#shared/platform/environment.ts';

beforeEach(() => {
  vi.stubEnv('SOCKET_MANAGEMENT_URL', 'https://sockets.example.com/voice');
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const message = new SendMessageCommand({ QueueUrl: 'https://sqs.example.com/1/a', MessageBody: '{}' });
const get = new GetCommand({ TableName: 'a', Key: { pk: '1', sk: '1' } });
const frame = new PostToConnectionCommand({ ConnectionId: 'a', Data: '{}' });

it.each([
  { of: 'the table', status: 400, type: 'ThrottlingException', client: dynamo, send: () => dynamo().send(get) },
  { of: 'the table', status: 500, type: 'InternalServerError', client: dynamo, send: () => dynamo().send(get) },
  { of: 'a queue', status: 403, type: 'RequestThrottled', client: sqs, send: () => sqs().send(message) },
  {
    of: 'a connection',
    status: 429,
    type: 'LimitExceededException',
    client: managementClient,
    send: () => managementClient().send(frame),
  },
])('repeats a request to $of that is answered $status $type five times within a second', async (row) => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  let requests = 0;
  const stack = row.client().middlewareStack as ReturnType<typeof dynamo>['middlewareStack'];
  stack.add(
    () => async () => {
      requests += 1;
      const fields = { name: row.type, $metadata: { httpStatusCode: row.status }, $fault: 'server' };
      throw Object.assign(new Error(row.type), fields);
    },
    { step: 'deserialize', name: 'refuse', override: true },
  );
  // The first request reads the configuration from files, which no timer does.
  await expect(row.send()).rejects.toThrow(row.type);
  requests = 0;
  // The longest of all random waits.
  random.mockReturnValue(0.999);
  vi.useFakeTimers();
  const startedAt = Date.now();
  await Promise.all([expect(row.send()).rejects.toThrow(row.type), vi.runAllTimersAsync()]);
  expect(requests).toBe(5);
  expect(Date.now() - startedAt).toBeLessThan(1000);
});
