import { createHash } from 'node:crypto';
import { ApiGatewayManagementApiClient, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, it, vi } from 'vitest';
import { quickRetries, shortRequests } from '#shared/platform/environment.ts';
import { serve } from '#test/support/http-server.ts';

/** SQS proves that it has the body. */
const answer = JSON.stringify({ MessageId: '1', MD5OfMessageBody: createHash('md5').update('{}').digest('hex') });
const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
const clientOn = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials,
  ...quickRetries(),
  ...shortRequests(),
});

it('a request to AWS whose answer does not come is repeated after three seconds, well within the time of a function', async () => {
  const asked = new Set<string>();
  const { url, stop } = await serve((request, response) => {
    const path = String(request.url);
    request.resume();
    // The first one of each client gets no answer.
    if (asked.has(path)) response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(answer);
    asked.add(path);
  });
  const startedAt = performance.now();
  await Promise.all([
    new DynamoDBClient(clientOn(`${url}/table`)).send(new GetItemCommand({ TableName: 'a', Key: { pk: { S: '1' } } })),
    new SQSClient(clientOn(url)).send(new SendMessageCommand({ QueueUrl: `${url}/1/a`, MessageBody: '{}' })),
    new ApiGatewayManagementApiClient(clientOn(`${url}/socket`)).send(
      new PostToConnectionCommand({ ConnectionId: 'a', Data: '{}' }),
    ),
  ]);
  expect(asked.size).toBe(3);
  expect(performance.now() - startedAt).toBeGreaterThan(2_900);
  expect(performance.now() - startedAt).toBeLessThan(6_000);
  await stop();
});

it('a request to an emulator waits: one busy process runs all functions, and repeating makes it busier', () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:8000');
  expect(shortRequests()).toEqual({ requestHandler: { httpAgent: { maxSockets: 1000 } } });
  vi.unstubAllEnvs();
});
