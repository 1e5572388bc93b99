import { createServer, type Server, type ServerResponse } from 'node:http';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { dynamo as dynamoOfService, sqs as sqsOfService } from '#shared/platform/environment.ts';
import { listen } from '#test/support/http-server.ts';

let answers: Array<(response: ServerResponse) => void> = [];
let server: Awaited<ReturnType<typeof listen>>;
let requests = 0;

/** Of table and queue. Clients of other tests in this process may find this address, too. */
const NAME = 'sdk-answers';

const running: Server = createServer((request, response) => {
  let asked = '';
  request.on('data', (chunk: Buffer) => (asked += chunk.toString()));
  request.on('end', () => {
    const isOurs = asked.includes(NAME);
    if (isOurs) requests += 1;
    const answer = isOurs ? answers.shift() : undefined;
    if (answer) answer(response);
    else response.writeHead(400).end();
  });
});

let dynamo: typeof dynamoOfService;
let sqs: typeof sqsOfService;

// The clients keep the address that they read first: these are no other test's.
beforeAll(async () => {
  server = await listen(running);
  vi.resetModules();
  ({ dynamo, sqs } = await import('#shared/platform/environment.ts'));
});
afterAll(() => server.stop());
beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL', server.url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  requests = 0;
});
afterEach(() => vi.unstubAllEnvs());

const query = new QueryCommand({ TableName: NAME, KeyConditionExpression: 'pk = :pk' });
const text = 'Grüße aus Zürich 📞 '.repeat(5000);
const page = JSON.stringify({ Count: 1, Items: [{ pk: { S: '1' }, summary: { S: text } }] });

const whole = (body: string) => (response: ServerResponse) => void response.end(body);
/** Begins the answer, and closes the connection in the middle of it. */
const cut = (body: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
};
/** One byte of a character comes after the others. */
const inPieces = (body: string) => (response: ServerResponse) => {
  const bytes = Buffer.from(body);
  const middle = bytes.indexOf('📞') + 2;
  response.write(bytes.subarray(0, middle));
  setTimeout(() => response.end(bytes.subarray(middle)), 20);
};

it('reads an answer that comes in pieces, in the middle of a character', async () => {
  answers = [inPieces(page)];
  expect((await dynamo().send(query)).Items).toEqual([{ pk: '1', summary: text }]);
});

it('repeats a request whose answer breaks off', async () => {
  answers = [cut(page), cut(page), whole(page)];
  expect((await dynamo().send(query)).Items).toEqual([{ pk: '1', summary: text }]);
  expect(requests).toBe(3);
});

it('fails when every answer breaks off', async () => {
  answers = Array.from({ length: 5 }, () => cut(page));
  await expect(dynamo().send(query)).rejects.toThrow('aborted');
  expect(requests).toBe(5);
});

it('reads the error of an answer, with what it says of the item', async () => {
  const refusal = { __type: 'ConditionalCheckFailedException', message: 'refused', Item: { pk: { S: '1' } } };
  answers = [(response) => void response.writeHead(400).end(JSON.stringify(refusal))];
  const put = new PutCommand({ TableName: NAME, Item: { pk: '1', sk: '1' } });
  await expect(dynamo().send(put)).rejects.toMatchObject({
    name: 'ConditionalCheckFailedException',
    Item: { pk: { S: '1' } },
  });
});

it('reads an answer without a body', async () => {
  answers = [whole('')];
  expect((await dynamo().send(query)).Items).toBeUndefined();
});

it('reads the answer of a queue, after one that breaks off', async () => {
  const sent = JSON.stringify({ MessageId: '1', MD5OfMessageBody: '99914b932bd37a50b983c5e7c90ae93b' });
  answers = [cut(sent), whole(sent)];
  const message = new SendMessageCommand({ QueueUrl: `${server.url}/1/${NAME}`, MessageBody: '{}' });
  expect(await sqs().send(message)).toMatchObject({ MessageId: '1' });
  expect(requests).toBe(2);
});
