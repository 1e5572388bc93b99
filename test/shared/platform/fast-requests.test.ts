import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text as readBody } from 'node:stream/consumers';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
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
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import { HttpRequest, HttpResponse } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runInTrace } from '#infra/local/aws/lambda/trace.ts';
import type * as Environment from '#shared/platform/environment.ts';
import type * as Requests from '#shared/platform/table/requests.ts';

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

let dynamo: typeof Environment.dynamo;
let sqs: typeof Environment.sqs;
let requests: typeof Requests;
let message: SendMessageCommand;

// New clients for each test: they keep the address that they read first, and learn from their first request.
beforeEach(async () => {
  vi.resetModules();
  ({ dynamo, sqs } = await import('#shared/platform/environment.ts'));
  requests = await import('#shared/platform/table/requests.ts');
  const { SendMessageRequest } = await import('#shared/platform/queue/queue.ts');
  message = new SendMessageRequest({ QueueUrl, MessageBody: '{}' });
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
const get = () => new requests.GetItemRequest({ TableName: NAME, Key });
const query = () => new requests.QueryRequest({ TableName: NAME, KeyConditionExpression: 'pk = :pk' });
const put = () => new requests.PutItemRequest({ TableName: NAME, Item: Key });
const transaction = (token?: string) =>
  new requests.TransactWriteItemsRequest({
    TransactItems: [{ Put: { TableName: NAME, Item: Key } }],
    ...(token !== undefined && { ClientRequestToken: token }),
  });
const QueueUrl = `${server.url}/1/${NAME}`;
const sent = JSON.stringify({ MessageId: '1', MD5OfMessageBody: '99914b932bd37a50b983c5e7c90ae93b' });

const text = 'Grüße aus Zürich 📞 '.repeat(5000);
const page = JSON.stringify({ Count: 1, Items: [{ pk: { S: '1' }, summary: { S: text } }] });

/** Only the SDK counts its attempts in a header of each request. */
const isOfSdk = ({ headers }: Received) => 'amz-sdk-invocation-id' in headers;

async function warm(): Promise<void> {
  answers = [whole('{}'), whole(sent)];
  await dynamo().send(get());
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
    expect((await dynamo().send(query())).Items).toEqual([{ pk: '1', summary: text }]);
    expect(received.map(isOfSdk)).toEqual([bySdk]);
  });

  it('is repeated by the SDK when its answer breaks off', async () => {
    answers = [cut(page), cut(page), whole(page)];
    expect((await dynamo().send(query())).Items).toEqual([{ pk: '1', summary: text }]);
    expect(received.map(isOfSdk)).toEqual([bySdk, true, true]);
  });

  it('fails when all five answers break off', async () => {
    answers = Array.from({ length: 5 }, () => cut(page));
    await expect(dynamo().send(query())).rejects.toThrow('aborted');
    expect(received).toHaveLength(5);
  });

  it.each([
    { name: 'ThrottlingException', status: 400 },
    { name: 'ProvisionedThroughputExceededException', status: 400 },
    { name: 'InternalServerError', status: 500 },
  ])('is sent five times when it is answered $status $name', async ({ name, status }) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    answers = Array.from({ length: 5 }, () => whole(refusal(name), status));
    await expect(dynamo().send(query())).rejects.toMatchObject({ name });
    expect(received).toHaveLength(5);
  });

  it('is still sent five times after 40 failures among many successes: these give the budget of retries back', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    for (let failure = 0; failure < 40; failure += 1) {
      answers = Array.from({ length: 5 }, () => whole(refusal('ThrottlingException'), 400));
      received = [];
      await expect(dynamo().send(query())).rejects.toThrow('refused');
      expect(received).toHaveLength(5);
      for (let success = 0; success < 25; success += 1) await dynamo().send(get());
    }
  });

  it('throws the exception of a failed condition, with the item', async () => {
    answers = [whole(refusal('ConditionalCheckFailedException', { Item: { pk: { S: '1' } } }), 400)];
    const expected = { name: 'ConditionalCheckFailedException', Item: { pk: { S: '1' } } };
    await expect(dynamo().send(put())).rejects.toMatchObject(expected);
    expect(received).toHaveLength(1);
  });

  it('throws the exception of a cancelled transaction, with its reasons', async () => {
    const CancellationReasons = [{ Code: 'ConditionalCheckFailed', Item: { pk: { S: '1' } } }];
    answers = [whole(refusal('TransactionCanceledException', { CancellationReasons }), 400)];
    const expected = { name: 'TransactionCanceledException', CancellationReasons };
    await expect(dynamo().send(transaction('a'))).rejects.toMatchObject(expected);
    expect(received).toHaveLength(1);
  });

  it('is signed by the time of AWS once AWS has called the clock wrong', async () => {
    const hourLater = { date: new Date(Date.now() + 3_600_000).toUTCString() };
    const skewed = refusal('InvalidSignatureException');
    answers = [whole(skewed, 400, hourLater), whole('{}', 200, hourLater), whole('{}', 200, hourLater)];
    await dynamo().send(get());
    await dynamo().send(get());
    expect(received.map(isOfSdk)).toEqual([bySdk, true, false]);
    const [early = 0, ...late] = received.map(({ headers }) => toEpoch(String(headers['x-amz-date'])));
    for (const time of late) expect(Math.abs(time - early - 3_600_000)).toBeLessThan(60_000);
  });

  it('reads an answer without a body', async () => {
    answers = [whole('')];
    expect((await dynamo().send(query())).Items).toBeUndefined();
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
    await dynamo().send(get());
    expect(received[0]?.headers['x-amzn-trace-id']).toBe('Root=1-2-3');
    await runInTrace('Root=4-5-6', () => dynamo().send(get()));
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

type Class = new (input: never) => unknown;
/** The requests that go around the SDK's middleware, each with the SDK's command. */
const pairs: Record<string, { own: () => Class; theirs: Class; inputs: (item: object) => object[] }> = {
  GetItemRequest: {
    own: () => requests.GetItemRequest,
    theirs: GetCommand,
    inputs: (item) => [{ TableName: NAME, Key: item, ConsistentRead: true }],
  },
  QueryRequest: {
    own: () => requests.QueryRequest,
    theirs: QueryCommand,
    inputs: (item) => [
      { TableName: NAME, ExpressionAttributeValues: item, ExclusiveStartKey: item, Limit: undefined },
      { TableName: NAME, KeyConditionExpression: 'a = :a', ScanIndexForward: false, Limit: 2, Select: 'COUNT' },
    ],
  },
  PutItemRequest: {
    own: () => requests.PutItemRequest,
    theirs: PutCommand,
    inputs: (item) => [{ TableName: NAME, Item: item, ConditionExpression: 'a' }],
  },
  UpdateItemRequest: {
    own: () => requests.UpdateItemRequest,
    theirs: UpdateCommand,
    inputs: (item) => [
      { TableName: NAME, Key: item, ExpressionAttributeValues: item },
      { TableName: NAME, Key, UpdateExpression: 'a', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
    ],
  },
  DeleteItemRequest: {
    own: () => requests.DeleteItemRequest,
    theirs: DeleteCommand,
    inputs: (item) => [{ TableName: NAME, Key: item }],
  },
  BatchGetItemRequest: {
    own: () => requests.BatchGetItemRequest,
    theirs: BatchGetCommand,
    inputs: (item) => [{ RequestItems: { [NAME]: { Keys: [item, Key], ConsistentRead: true } } }],
  },
  BatchWriteItemRequest: {
    own: () => requests.BatchWriteItemRequest,
    theirs: BatchWriteCommand,
    inputs: (item) => [
      { RequestItems: { [NAME]: [{ PutRequest: { Item: item } }, { DeleteRequest: { Key: item } }] } },
    ],
  },
  TransactWriteItemsRequest: {
    own: () => requests.TransactWriteItemsRequest,
    theirs: TransactWriteCommand,
    inputs: (item) => [
      {
        TransactItems: [
          { Put: { TableName: NAME, Item: item } },
          { Update: { TableName: NAME, Key, UpdateExpression: 'a', ExpressionAttributeValues: item } },
          { Delete: { TableName: NAME, Key: item } },
        ],
        ClientRequestToken: 'a',
      },
    ],
  },
};

/** Of one request, of the SDK's attempts, or a checksum that only S3 asks for: the signature contains it anyway. */
const OWN_HEADERS =
  /^(?:authorization|content-length|user-agent|amz-sdk-request|amz-sdk-invocation-id|x-amz-date|x-amz-content-sha256)$/;
const comparable = ({ headers }: Received) =>
  Object.fromEntries(Object.entries(headers).filter(([header]) => !OWN_HEADERS.test(header)));

type Send = (command: unknown) => Promise<{ $metadata: { httpStatusCode?: number } }>;

/** Both clients have sent their first request. */
async function bothClients(): Promise<{ own: Send; theirs: Send }> {
  await warm();
  const own = dynamo();
  vi.resetModules();
  const theirs = (await import('#shared/platform/environment.ts')).dynamo();
  await theirs.send(new GetCommand({ TableName: NAME, Key }));
  return { own: (command) => own.send(command as GetCommand), theirs: (command) => theirs.send(command as GetCommand) };
}

describe('a request and its answer', () => {
  it('are compared with the SDK for each request that goes around it', () => {
    expect(Object.keys(pairs).toSorted()).toEqual(Object.keys(requests).toSorted());
  });

  it.each(Object.entries(pairs))('of %s are those of the SDK, whatever the items are', async (_, pair) => {
    const { own, theirs } = await bothClients();
    const property = fc.asyncProperty(item, async (Item) => {
      for (const input of pair.inputs(Item)) {
        [received, answers] = [[], []];
        await own(new (pair.own())(input as never));
        await theirs(new pair.theirs(input as never));
        expect(received.map(isOfSdk)).toEqual([false, true]);
        const [one, other] = received as [Received, Received];
        expect(JSON.parse(one.body)).toEqual(JSON.parse(other.body));
        expect(comparable(one)).toEqual(comparable(other));
      }
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it.each(Object.entries(pairs))('of %s fail as those of the SDK', async (_, pair) => {
    const { own, theirs } = await bothClients();
    const [input] = pair.inputs(Key);
    const failures = [
      ['ConditionalCheckFailedException', { Item: { pk: { S: '1' } } }],
      ['TransactionCanceledException', { CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }] }],
      ['ResourceNotFoundException', {}],
      ['ValidationException', {}],
    ] as const;
    for (const [name, more] of failures) {
      answers = [whole(refusal(name, more), 400), whole(refusal(name, more), 400)];
      const [one, other] = await Promise.all(
        [own(new (pair.own())(input as never)), theirs(new pair.theirs(input as never))].map((sending) =>
          sending.then(
            () => 'success',
            ({ name: error, message: words, $metadata, Item, CancellationReasons, $fault }) => {
              const { attempts, httpStatusCode } = $metadata;
              return { error, words, $fault, attempts, httpStatusCode, Item, CancellationReasons };
            },
          ),
        ),
      );
      expect(one).toEqual(other);
      expect(one).toMatchObject({ error: name, httpStatusCode: 400, attempts: 1 });
    }
  });

  it('of the toolbox are read as the SDK reads them, whatever the items are', async () => {
    const { own, theirs } = await bothClients();
    const property = fc.asyncProperty(item, async (Item) => {
      received = [];
      await own(new requests.PutItemRequest({ TableName: NAME, Item }));
      const { Item: stored } = JSON.parse(received.at(-1)!.body);
      const replies: Array<[name: string, reply: object]> = [
        ['GetItemRequest', { Item: stored, ConsumedCapacity: { TableName: NAME, CapacityUnits: 1 } }],
        ['QueryRequest', { Items: [stored, stored], Count: 2, LastEvaluatedKey: stored }],
        ['PutItemRequest', { Attributes: stored }],
        ['UpdateItemRequest', { Attributes: stored }],
        ['DeleteItemRequest', { Attributes: stored }],
        ['BatchGetItemRequest', { Responses: { [NAME]: [stored] }, UnprocessedKeys: {} }],
        ['BatchGetItemRequest', { Responses: {}, UnprocessedKeys: { [NAME]: { Keys: [stored] } } }],
        ['BatchWriteItemRequest', { UnprocessedItems: { [NAME]: [{ PutRequest: { Item: stored } }] } }],
        ['TransactWriteItemsRequest', { ConsumedCapacity: [{ TableName: NAME, CapacityUnits: 2 }] }],
      ];
      for (const [request, reply] of replies) {
        const pair = pairs[request]!;
        const [input] = pair.inputs(Key);
        answers = [whole(JSON.stringify(reply)), whole(JSON.stringify(reply))];
        const { $metadata: one, ...ours } = await own(new (pair.own())(input as never));
        const { $metadata: other, ...others } = await theirs(new pair.theirs(input as never));
        expect(ours).toEqual(others);
        expect(one.httpStatusCode).toBe(other.httpStatusCode);
      }
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it('of a queue are those of the SDK', async () => {
    await warm();
    const input = {
      QueueUrl,
      MessageBody: '{}',
      MessageGroupId: '7',
      DelaySeconds: 3,
      MessageAttributes: { delaySeconds: { DataType: 'Number', StringValue: '3' } },
    };
    const { SendMessageRequest } = await import('#shared/platform/queue/queue.ts');
    answers = [whole(sent), whole(sent)];
    const { $metadata: _one, ...ours } = await sqs().send(new SendMessageRequest(input));
    const { $metadata: _other, ...others } = await sqs().send(new SendMessageCommand(input));
    expect(ours).toEqual(others);
    expect(received.map(isOfSdk)).toEqual([false, true]);
    const [one, other] = received as [Received, Received];
    expect(JSON.parse(one.body)).toEqual(JSON.parse(other.body));
    expect(comparable(one)).toEqual(comparable(other));
  });

  it.each([
    { what: 'its region', variables: {}, host: 'dynamodb.eu-central-1.amazonaws.com' },
    {
      what: 'FIPS',
      variables: { AWS_USE_FIPS_ENDPOINT: 'true', AWS_REGION: 'us-east-1' },
      host: 'dynamodb-fips.us-east-1.amazonaws.com',
    },
    {
      what: 'an endpoint of the table',
      variables: { AWS_ENDPOINT_URL_DYNAMODB: 'https://vpce-1.example:8443' },
      host: 'vpce-1.example',
    },
  ])('go to the address of $what, as by the SDK', async ({ variables, host }) => {
    vi.stubEnv('AWS_ENDPOINT_URL', undefined);
    for (const [variable, set] of Object.entries(variables)) vi.stubEnv(variable, set);
    const asked: HttpRequest[] = [];
    const response = () => new HttpResponse({ statusCode: 200, headers: {}, body: Readable.from([Buffer.from('{}')]) });
    vi.spyOn(dynamo().config.requestHandler, 'handle').mockImplementation(async (request) => {
      asked.push(request as HttpRequest);
      return { response: response() };
    });
    for (const command of [new GetCommand({ TableName: NAME, Key }), get()]) await dynamo().send(command);
    const addresses = asked.map(({ protocol, hostname, port, path, headers }) => {
      const scope = /Credential=key\/\d+\/([^,]+),/.exec(headers['authorization'] ?? '')?.[1];
      return { protocol, hostname, port, path, host: headers['host'], scope };
    });
    expect(asked.map(({ headers }) => 'amz-sdk-invocation-id' in headers)).toEqual([true, false]);
    expect(addresses[1]).toEqual(addresses[0]);
    expect(addresses[1]?.hostname).toBe(host);
  });

  it('hand the options of the request to the HTTP handler', async () => {
    await warm();
    const aborted = AbortSignal.abort();
    await expect(dynamo().send(get(), { abortSignal: aborted })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it("are the SDK's with FAST_REQUESTS=false", async () => {
    vi.stubEnv('FAST_REQUESTS', 'false');
    await warm();
    answers = [whole(page), whole(sent)];
    expect((await dynamo().send(query())).Items).toEqual([{ pk: '1', summary: text }]);
    expect(await sqs().send(message)).toMatchObject({ MessageId: '1' });
    expect(received.map(isOfSdk)).toEqual([true, true]);
  });

  it('have the signature that the SDK makes of the same headers', async () => {
    await warm();
    vi.stubEnv('AWS_SESSION_TOKEN', 'other');
    await dynamo().send(query());
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
      await dynamo().send(get());
      expect(received.at(-1)?.headers.authorization).toContain('Credential=another/');
    });
  });

  it.each([
    { what: 'an operation of the toolbox of operators', command: () => new ScanCommand({ TableName: NAME }) },
    {
      what: 'a number beyond the safe ones',
      command: () => new requests.PutItemRequest({ TableName: NAME, Item: { ...Key, large: 2n ** 60n } }),
    },
    { what: 'a transaction without a token', command: () => transaction() },
  ])("are the SDK's for $what", async ({ command }) => {
    await warm();
    await dynamo().send(command() as never);
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
    expect((await dynamo().send(get())).Item).toEqual({ large: 2n ** 60n });
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
    await dynamo().send(get());
    expect(passed).toBe(0);
    answers = [whole(refusal('ThrottlingException'), 400)];
    await dynamo().send(get());
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
    await dynamo().send(get());
    await dynamo().send(get());
    expect(received.map(isOfSdk)).toEqual([true, true]);
  });
});
