import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import * as fc from 'fast-check';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readBody } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { dynamo as dynamoOfService, sqs as sqsOfService } from '#shared/platform/environment.ts';
import { runInTrace } from '#infra/local/function-runtime/trace.ts';
import { listen } from '#infra/local/loopback-server.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}
type Answer = (response: ServerResponse) => void;

/** Of table and queue. Clients of other tests in this process may find this address, too. */
const NAME = 'fast-requests';

let received: Received[] = [];
let answers: Answer[] = [];
const server = await listen(
  createServer((request, response) => {
    void answerOne(request, response);
  }),
);

async function answerOne(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const isOurs = body.includes(NAME);
  if (isOurs) received.push({ headers: request.headers, body });
  const answer = isOurs ? (answers.shift() ?? whole('{}')) : whole('', 400);
  answer(response);
}

const whole =
  (body: string, status = 200, headers = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);
/** Begins the answer, and closes the connection in the middle of it. */
const cut =
  (body: string): Answer =>
  (response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  };
/** One byte of a character comes after the others. */
const inPieces =
  (body: string): Answer =>
  (response) => {
    const bytes = Buffer.from(body);
    const middle = bytes.indexOf('📞') + 2;
    response.write(bytes.subarray(0, middle));
    setTimeout(() => response.end(bytes.subarray(middle)), 20);
  };
const refusal = (name: string, more: object = {}): string =>
  JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'refused', ...more });

let dynamo: typeof dynamoOfService;
let sqs: typeof sqsOfService;

// New clients for each test: they keep the address that they read first, and learn from their first request.
beforeEach(async () => {
  vi.resetModules();
  ({ dynamo, sqs } = await import('#shared/platform/environment.ts'));
  vi.stubEnv('AWS_ENDPOINT_URL', server.url);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'token');
  [received, answers] = [[], []];
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
afterAll(() => server.stop());

const Key = { pk: '1', sk: '2' };
const get = new GetCommand({ TableName: NAME, Key });
const query = new QueryCommand({ TableName: NAME, KeyConditionExpression: 'pk = :pk' });
const put = new PutCommand({ TableName: NAME, Item: Key });
const transaction = () =>
  new TransactWriteCommand({ TransactItems: [{ Put: { TableName: NAME, Item: Key } }], ClientRequestToken: 'a' });
const QueueUrl = `${server.url}/1/${NAME}`;
const message = new SendMessageCommand({ QueueUrl, MessageBody: '{}' });
const sent = JSON.stringify({ MessageId: '1', MD5OfMessageBody: '99914b932bd37a50b983c5e7c90ae93b' });

const text = 'Grüße aus Zürich 📞 '.repeat(5000);
const page = JSON.stringify({ Count: 1, Items: [{ pk: { S: '1' }, summary: { S: text } }] });

/** Only the SDK counts its attempts in a header of each request. */
const isOfSdk = ({ headers }: Received) => 'amz-sdk-invocation-id' in headers;

async function warm(): Promise<void> {
  answers = [whole('{}'), whole(sent)];
  await dynamo().send(get);
  await sqs().send(message);
  [received, answers] = [[], []];
}

describe.each([
  { which: 'the first request', prepare: async () => undefined, bySdk: true },
  { which: 'a later request', prepare: warm, bySdk: false },
])('$which of a process', ({ prepare, bySdk }) => {
  beforeEach(prepare);

  it('reads an answer that comes in pieces, in the middle of a character', async () => {
    answers = [inPieces(page)];
    expect((await dynamo().send(query)).Items).toEqual([{ pk: '1', summary: text }]);
    expect(received.map(isOfSdk)).toEqual([bySdk]);
  });

  it('is repeated by the SDK when its answer breaks off', async () => {
    answers = [cut(page), cut(page), whole(page)];
    expect((await dynamo().send(query)).Items).toEqual([{ pk: '1', summary: text }]);
    expect(received.map(isOfSdk)).toEqual([bySdk, true, true]);
  });

  it('fails when all five answers break off', async () => {
    answers = Array.from({ length: 5 }, () => cut(page));
    await expect(dynamo().send(query)).rejects.toThrow('aborted');
    expect(received).toHaveLength(5);
  });

  it.each([
    { name: 'ThrottlingException', status: 400 },
    { name: 'ProvisionedThroughputExceededException', status: 400 },
    { name: 'InternalServerError', status: 500 },
  ])('is sent five times when it is answered $status $name', async ({ name, status }) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    answers = Array.from({ length: 5 }, () => whole(refusal(name), status));
    await expect(dynamo().send(query)).rejects.toMatchObject({ name });
    expect(received).toHaveLength(5);
  });

  it('is still sent five times after 40 failures among many successes: these give the budget of retries back', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    for (let failure = 0; failure < 40; failure += 1) {
      answers = Array.from({ length: 5 }, () => whole(refusal('ThrottlingException'), 400));
      received = [];
      await expect(dynamo().send(query)).rejects.toThrow('refused');
      expect(received).toHaveLength(5);
      for (let success = 0; success < 25; success += 1) await dynamo().send(get);
    }
  });

  it('throws the exception of a failed condition, with the item', async () => {
    answers = [whole(refusal('ConditionalCheckFailedException', { Item: { pk: { S: '1' } } }), 400)];
    const expected = { name: 'ConditionalCheckFailedException', Item: { pk: { S: '1' } } };
    await expect(dynamo().send(put)).rejects.toMatchObject(expected);
    expect(received).toHaveLength(1);
  });

  it('throws the exception of a cancelled transaction, with its reasons', async () => {
    const CancellationReasons = [{ Code: 'ConditionalCheckFailed', Item: { pk: { S: '1' } } }];
    answers = [whole(refusal('TransactionCanceledException', { CancellationReasons }), 400)];
    const expected = { name: 'TransactionCanceledException', CancellationReasons };
    await expect(dynamo().send(transaction())).rejects.toMatchObject(expected);
    expect(received).toHaveLength(1);
  });

  it('is signed by the time of AWS once AWS has called the clock wrong', async () => {
    const hourLater = { date: new Date(Date.now() + 3_600_000).toUTCString() };
    const skewed = refusal('InvalidSignatureException');
    answers = [whole(skewed, 400, hourLater), whole('{}', 200, hourLater), whole('{}', 200, hourLater)];
    await dynamo().send(get);
    await dynamo().send(get);
    expect(received.map(isOfSdk)).toEqual([bySdk, true, false]);
    const [early = 0, ...late] = received.map(({ headers }) => toEpoch(String(headers['x-amz-date'])));
    for (const time of late) expect(Math.abs(time - early - 3_600_000)).toBeLessThan(60_000);
  });

  it('reads an answer without a body', async () => {
    answers = [whole('')];
    expect((await dynamo().send(query)).Items).toBeUndefined();
    expect(received).toHaveLength(1);
  });

  it('reads the answer of a queue, after one that breaks off', async () => {
    answers = [cut(sent), whole(sent)];
    expect(await sqs().send(message)).toMatchObject({ MessageId: '1' });
    expect(received).toHaveLength(2);
  });

  it('refuses the answer of a queue that has got another message', async () => {
    answers = [whole(JSON.stringify({ MessageId: '1', MD5OfMessageBody: 'another' }))];
    await expect(sqs().send(message)).rejects.toThrow('InvalidChecksum');
  });

  it('names the trace of its invocation', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'make-call');
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-2-3');
    await dynamo().send(get);
    expect(received[0]?.headers['x-amzn-trace-id']).toBe('Root=1-2-3');
    await runInTrace('Root=4-5-6', () => dynamo().send(get));
    expect(received[1]?.headers['x-amzn-trace-id']).toBe('Root=4-5-6');
  });
});

const toEpoch = (time: string) => Date.parse(time.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'));

const text1 = fc.string({ unit: 'binary', maxLength: 20 }).filter((one) => one.isWellFormed());
const name = text1.filter((one) => one !== '__proto__' && one !== 'constructor');
const safe = fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, min: -1e15, max: 1e15 }));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text1,
    safe,
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 20 }),
    fc.array(safe, { minLength: 1, maxLength: 5 }).map((numbers) => new Set(numbers)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, fc.oneof(tie('value'), fc.constant(undefined)), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const item = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true });

describe('a request and its answer', () => {
  it('are those of the SDK, whatever the items are', async () => {
    await warm();
    const fast = dynamo();
    vi.resetModules();
    const sdk = (await import('#shared/platform/environment.ts')).dynamo();
    sdk.middlewareStack.remove('learnRoute');
    const property = fc.asyncProperty(item, async (Item) => {
      const TableName = NAME;
      const ExpressionAttributeValues = Item;
      const commands = () => [
        new PutCommand({ TableName, Item, ConditionExpression: 'a' }),
        new GetCommand({ TableName, Key: Item, ConsistentRead: true }),
        new QueryCommand({ TableName, ExpressionAttributeValues, ExclusiveStartKey: Item, Limit: undefined }),
        new UpdateCommand({ TableName, Key: Item, ExpressionAttributeValues }),
        new DeleteCommand({ TableName, Key: Item }),
        new BatchGetCommand({ RequestItems: { [NAME]: { Keys: [Item, Key], ConsistentRead: true } } }),
        new BatchWriteCommand({
          RequestItems: { [NAME]: [{ PutRequest: { Item } }, { DeleteRequest: { Key: Item } }] },
        }),
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName, Item } },
            { Update: { TableName, Key, UpdateExpression: 'a', ExpressionAttributeValues } },
            { Delete: { TableName, Key: Item } },
          ],
          ClientRequestToken: 'a',
        }),
      ];
      for (const [index, command] of commands().entries()) {
        [received, answers] = [[], []];
        await fast.send(command as GetCommand);
        await sdk.send(commands()[index] as GetCommand);
        expect(received.map(isOfSdk)).toEqual([false, true]);
        expect(JSON.parse(received[0]!.body)).toEqual(JSON.parse(received[1]!.body));
        const [one, other] = received.map(({ headers }) => headers['x-amz-target']);
        expect(one).toBe(other);
      }
      const { Item: stored } = JSON.parse(received.at(-1)!.body).TransactItems[0].Put;
      const replies = [
        { command: get, reply: { Item: stored, ConsumedCapacity: { TableName, CapacityUnits: 1 } } },
        { command: query, reply: { Items: [stored, stored], Count: 2, LastEvaluatedKey: stored } },
        { command: new UpdateCommand({ TableName, Key }), reply: { Attributes: stored } },
        {
          command: new BatchGetCommand({ RequestItems: { [NAME]: { Keys: [Key] } } }),
          reply: { Responses: { [NAME]: [stored] }, UnprocessedKeys: {} },
        },
        {
          command: new BatchGetCommand({ RequestItems: { [NAME]: { Keys: [Key] } } }),
          reply: { Responses: {}, UnprocessedKeys: { [NAME]: { Keys: [stored] } } },
        },
        {
          command: new BatchWriteCommand({ RequestItems: { [NAME]: [{ PutRequest: { Item: Key } }] } }),
          reply: { UnprocessedItems: { [NAME]: [{ PutRequest: { Item: stored } }] } },
        },
      ];
      for (const { command, reply } of replies) {
        answers = [whole(JSON.stringify(reply)), whole(JSON.stringify(reply))];
        const { $metadata: one, ...own } = await fast.send(command as GetCommand);
        const { $metadata: other, ...theirs } = await sdk.send(command as GetCommand);
        expect(own).toEqual(theirs);
        expect(one.httpStatusCode).toBe(other.httpStatusCode);
      }
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it('have the signature that the SDK makes of the same headers', async () => {
    await warm();
    vi.stubEnv('AWS_SESSION_TOKEN', 'other');
    await dynamo().send(query);
    await sqs()
      .send(message)
      .catch(() => undefined);
    for (const [index, service] of ['dynamodb', 'sqs'].entries()) {
      const { headers, body } = received[index]!;
      const [, names = '', signature] =
        /SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? [];
      const signed = Object.fromEntries(names.split(';').map((header) => [header, String(headers[header])]));
      expect(Object.keys(signed)).toEqual(
        expect.arrayContaining(['content-type', 'host', 'x-amz-date', 'x-amz-target']),
      );
      const credentials = {
        accessKeyId: 'key',
        secretAccessKey: 'secret',
        sessionToken: signed['x-amz-security-token']!,
      };
      const signer = new SignatureV4({
        service,
        region: 'eu-central-1',
        credentials,
        sha256: Hash.bind(null, 'sha256'),
        applyChecksum: false,
      });
      const request = new HttpRequest({ method: 'POST', path: '/', headers: signed, body });
      const signingDate = new Date(toEpoch(signed['x-amz-date']!));
      const again = await signer.sign(request, { signingDate });
      expect(again.headers['authorization']).toContain(`Signature=${signature}`);
      expect(isOfSdk(received[index]!)).toBe(false);
    }
  });

  it('follow new credentials when the old ones have ended', async () => {
    vi.stubEnv('AWS_CREDENTIAL_EXPIRATION', new Date(Date.now() + 1000).toISOString());
    await warm();
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'another');
    await vi.waitFor(async () => {
      await dynamo().send(get);
      expect(received.at(-1)?.headers.authorization).toContain('Credential=another/');
    });
  });

  it.each([
    { what: 'an operation of the toolbox of operators', command: new ScanCommand({ TableName: NAME }) },
    {
      what: 'a number beyond the safe ones',
      command: new PutCommand({ TableName: NAME, Item: { ...Key, large: 2n ** 60n } }),
    },
    {
      what: 'a transaction without a token',
      command: new TransactWriteCommand({ TransactItems: [{ Put: { TableName: NAME, Item: Key } }] }),
    },
  ])("are the SDK's for $what", async ({ command }) => {
    await warm();
    await dynamo().send(command as never);
    expect(received.map(isOfSdk)).toEqual([true]);
  });

  it("are the SDK's for a queue that receives", async () => {
    await warm();
    await sqs().send(new ReceiveMessageCommand({ QueueUrl }));
    expect(received.map(isOfSdk)).toEqual([true]);
  });

  it("are the SDK's for a number that only it can read", async () => {
    await warm();
    answers = [whole(JSON.stringify({ Item: { large: { N: '1152921504606846976' } } }))];
    expect((await dynamo().send(get)).Item).toEqual({ large: 2n ** 60n });
    expect(received).toHaveLength(1);
  });

  it("pass the SDK's middleware by, until one is refused", async () => {
    await warm();
    let passed = 0;
    dynamo().middlewareStack.add(
      (next) => (args) => {
        passed += 1;
        return next(args);
      },
      { step: 'initialize' },
    );
    await dynamo().send(get);
    expect(passed).toBe(0);
    answers = [whole(refusal('ThrottlingException'), 400)];
    await dynamo().send(get);
    expect(passed).toBe(1);
    expect(received).toHaveLength(3);
  });

  it("are the SDK's as long as its signature is another one", async () => {
    const other = (next: (args: { request: unknown }) => Promise<never>) => (args: { request: unknown }) => {
      const request = args.request as HttpRequest;
      request.headers['authorization'] = request.headers['authorization']!.replace(/Signature=.*/, 'Signature=00');
      return next(args);
    };
    dynamo().middlewareStack.addRelativeTo(other as never, {
      relation: 'before',
      toMiddleware: 'learnRoute',
      name: 'other',
    });
    await dynamo().send(get);
    await dynamo().send(get);
    expect(received.map(isOfSdk)).toEqual([true, true]);
  });
});
