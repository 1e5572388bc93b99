import { PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { managementClient, recordings } from '#shared/container.ts';
import { dynamo, sqs } from '#shared/platform/environment.ts';
import { createSecretsManagerSecrets } from '#shared/platform/secrets.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { serve } from '#test/support/http-server.ts';

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

/** A service that has too many requests, as it answers over HTTP. */
async function refuse(status: number, body: string) {
  const requests: string[] = [];
  const { url, stop } = await serve((incoming, outgoing) => {
    requests.push(String(incoming.method));
    incoming.resume();
    outgoing
      .writeHead(status, { 'content-type': body.startsWith('{') ? 'application/x-amz-json-1.1' : 'text/xml' })
      .end(body);
  });
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', url);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', url);
  vi.stubEnv('RECORDINGS_BUCKET', 'recordings');
  return { requests, stop };
}

const throttled = '{"__type":"ThrottlingException","message":"Rate exceeded"}';
const slowDown = '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';
const key = { userId: 1, callId: 2 };

it.each([
  {
    what: 'a read of a secret',
    refusal: [400, throttled] as const,
    message: 'Rate exceeded',
    act: () => createSecretsManagerSecrets('ringback/', createFixedClock()).get('twilio-auth-token'),
  },
  {
    what: 'the removal of a recording',
    refusal: [503, slowDown] as const,
    message: 'status 503',
    act: () => recordings().remove(key),
  },
])('repeats $what that is throttled five times within two seconds', async ({ refusal, message, act }) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  const { requests, stop } = await refuse(refusal[0], refusal[1]);
  const startedAt = performance.now();
  await expect(act()).rejects.toThrow(message);
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(requests).toHaveLength(5);
  await stop();
});

it('lets an upload wait as the SDK does: a failed one is fetched from the carrier again', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.05);
  const { requests, stop } = await refuse(503, slowDown);
  const startedAt = performance.now();
  await expect(recordings().put(key, new Blob(['audio']).stream())).rejects.toThrow('reduce');
  // 0.05 of 1, 2, 4 and 8 s; quick repeats would take 20 ms.
  expect(performance.now() - startedAt).toBeGreaterThan(500);
  expect(requests).toHaveLength(5);
  await stop();
});
